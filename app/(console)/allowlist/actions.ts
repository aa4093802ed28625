'use server'

import { actionRequestId, textArgument } from '#app/(console)/server-action.ts'
import { NEEDED_ROLES } from '#lib/auth/needed-roles.ts'
import { requireRole, requireWriter } from '#lib/auth/session.ts'
import type { MultiAccount } from '#lib/hap/lifecycle/multi-account.ts'
import { parseMultiAccount } from '#lib/hap/lifecycle/multi-account-document.ts'
import { type Consequences, computeConsequences } from '#lib/queries/allowlist/consequences.ts'
import { decodeText } from '#lib/rules-file/decode-text.ts'
import { formatFileProblem } from '#lib/rules-file/file-problem.ts'
import { parseYaml } from '#lib/rules-file/parse-yaml.ts'
import { runtime } from '#lib/runtime.ts'
import { type AllowlistResult, updateAllowlist } from '#lib/services/change-allowlist.ts'
import { buildFailedAction, type FailedAction } from '#lib/services/describe-error.ts'

interface Invalid {
  readonly kind: 'invalid'
  readonly problems: readonly string[]
}

type PreviewAnswer = { readonly kind: 'preview'; readonly consequences: Consequences } | Invalid | FailedAction

type FileAnswer = { readonly kind: 'read'; readonly multiAccount: MultiAccount } | Invalid | FailedAction

/**
 * Previews settings against the current inventory. Writes nothing.
 * Needs the role `look`, like the route of the API.
 */
export async function previewAllowlist(settings: unknown): Promise<PreviewAnswer> {
  try {
    await requireRole(runtime().auth, NEEDED_ROLES.look)
    const result = parseMultiAccount(settings, runtime().rules.active.plans)
    if ('problems' in result) return { kind: 'invalid', problems: result.problems }
    return { kind: 'preview', consequences: computeConsequences(runtime().context(), result.multiAccount) }
  } catch (error) {
    return buildFailedAction(error)
  }
}

/** Parses the settings of a values.yaml. Writes nothing. */
export async function readAllowlistFile(text: unknown): Promise<FileAnswer> {
  try {
    await requireRole(runtime().auth, NEEDED_ROLES.allowlist)
    const decoded = decodeText(new TextEncoder().encode(textArgument(text)))
    if ('problem' in decoded) return { kind: 'invalid', problems: [formatFileProblem(decoded.problem)] }
    const yaml = parseYaml(decoded.text)
    if ('problems' in yaml) return { kind: 'invalid', problems: yaml.problems.map(formatFileProblem) }
    const result = parseMultiAccount(yaml.value, runtime().rules.active.plans)
    if ('problems' in result) return { kind: 'invalid', problems: result.problems }
    return { kind: 'read', multiAccount: result.multiAccount }
  } catch (error) {
    return buildFailedAction(error)
  }
}

/** Saves allowlist and limits. The service checks the role, so that a refused attempt is audited. */
export async function saveAllowlist(input: unknown): Promise<AllowlistResult | FailedAction> {
  try {
    const user = await requireWriter(runtime().auth)
    return await updateAllowlist(runtime(), { user, requestId: actionRequestId(), input })
  } catch (error) {
    return buildFailedAction(error)
  }
}
