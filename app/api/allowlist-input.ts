import { z } from 'zod'
import type { MultiAccount } from '#lib/hap/lifecycle/multi-account.ts'
import { parseMultiAccount } from '#lib/hap/lifecycle/multi-account-document.ts'
import { RefusedRequestError } from '#lib/http/request-errors.ts'
import { parseInput } from '#lib/input-problems.ts'
import { decodeText } from '#lib/rules-file/decode-text.ts'
import { formatFileProblem as words } from '#lib/rules-file/file-problem.ts'
import { parseYaml } from '#lib/rules-file/parse-yaml.ts'

/** Allowlist and limits, as a document or as the text of a values.yaml that contains them. */
export const AllowlistDraft = z.strictObject({
  settings: z
    .record(z.string(), z.unknown())
    .optional()
    .meta({ description: 'Content of hap.multiHyperscalerAccount.' }),
  yaml: z.string().optional().meta({ description: 'Instead of settings: the text of a values.yaml.' }),
})

/** Adds reason and ticket. */
export const AllowlistChange = AllowlistDraft.extend({ reason: z.string(), ticket: z.string().nullish() })

/**
 * Parses the settings of a body. Throws ZodError, and RefusedRequestError with all problems of the
 * settings.
 */
export function parseSettings(body: unknown): MultiAccount {
  const result = parseMultiAccount(documentOf(parseInput(AllowlistDraft, body)))
  if ('problems' in result) throw refusal(result.problems)
  return result.multiAccount
}

/**
 * Parses the body of a change without validating its settings. Throws ZodError,
 * RefusedRequestError.
 */
export function parseAllowlistChange(body: unknown) {
  const { reason, ticket = null, ...draft } = parseInput(AllowlistChange, body)
  return { reason, ticket, settings: documentOf(draft) }
}

function documentOf({ settings, yaml: text }: z.output<typeof AllowlistDraft>): unknown {
  if ((settings === undefined) === (text === undefined)) throw refusal(['Give either settings or yaml.'])
  if (text === undefined) return settings
  const decoded = decodeText(new TextEncoder().encode(text))
  if ('problem' in decoded) throw refusal([words(decoded.problem)])
  const yaml = parseYaml(decoded.text)
  if ('problems' in yaml) throw refusal(yaml.problems.map(words))
  return yaml.value
}

function refusal(problems: readonly string[]): RefusedRequestError {
  return new RefusedRequestError(400, problems.slice(0, 20).join(' '))
}
