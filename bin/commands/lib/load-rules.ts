import { DEFAULT_PLANS, type Plans } from '#lib/hap/plans/plan.ts'
import { parsePlans } from '#lib/hap/plans/plans-document.ts'
import type { Severity } from '#lib/hap/rules/diagnostic.ts'
import { type Policy, policyOf } from '#lib/hap/semantics.ts'
import { type CheckedRules, checkRulesFile, type Finding, renderFinding } from '#lib/rules-file/check-rules-file.ts'
import { decodeText, MAX_FILE_BYTES } from '#lib/rules-file/decode-text.ts'
import type { FileProblem } from '#lib/rules-file/file-problem.ts'
import { parseYaml } from '#lib/rules-file/parse-yaml.ts'
import { type Io, UsageError } from '../../command.ts'
import { counted } from './counted.ts'
import { listOf, semanticsOf } from './options.ts'

/** Options of every command that reads rules. */
export const RULE_OPTIONS = {
  json: { type: 'boolean', default: false },
  semantics: { type: 'string' },
  plans: { type: 'string' },
  required: { type: 'string' },
} as const

export const RULE_OPTIONS_HELP = `
  --semantics documented|keb  decide as documented (default), or as KEB does
  --plans FILE                plans and their providers, as a mapping such as "aws: [aws]"
  --required LIST             plans that need a rule, separated by commas; default: those of the built-in table
  --json                      output as JSON`

interface RuleOptions {
  readonly semantics?: string | undefined
  readonly plans?: string | undefined
  readonly required?: string | undefined
}

/** A checked rule file with its displayed name. */
interface LoadedRules extends CheckedRules {
  readonly name: string
}

interface RuleSettings {
  readonly plans: Plans
  readonly policy: Policy
}

/** Plans and semantics by the options. Throws UsageError for an invalid plans file. */
export async function ruleSettings(options: RuleOptions, io: Io): Promise<RuleSettings> {
  return { plans: await plansOf(options, io), policy: policyOf(semanticsOf(options.semantics)) }
}

/** Reads and checks a rule file. Throws UsageError when it cannot be read; findings are part of the result. */
export async function loadRules(file: string, { plans, policy }: RuleSettings, io: Io): Promise<LoadedRules> {
  const name = file === '-' ? '(standard input)' : file
  return { name, ...checkRulesFile(await io.read(file, MAX_FILE_BYTES), plans, policy) }
}

async function plansOf(options: RuleOptions, io: Io): Promise<Plans> {
  const required = listOf(options.required)
  const document = options.plans === undefined ? providersByPlan(DEFAULT_PLANS) : await readDocument(options.plans, io)
  const result = parsePlans(document, required, DEFAULT_PLANS)
  if ('problems' in result) throw new UsageError(result.problems.join(' '))
  return result.plans
}

function providersByPlan(plans: Plans): object {
  return Object.fromEntries(Array.from(plans.byName.values(), plan => [plan.name, plan.providers]))
}

/** Parses a YAML or JSON file as strictly as rules. Throws UsageError with all problems and their positions. */
async function readDocument(file: string, io: Io): Promise<unknown> {
  return parsed(file, decoded(file, await io.read(file, MAX_FILE_BYTES), MAX_FILE_BYTES))
}

/** Parses a file of any size: JSON of a whole landscape by kubectl is too large for a YAML parser. */
export async function readLargeDocument(file: string, io: Io): Promise<unknown> {
  const text = decoded(file, await io.read(file), Number.POSITIVE_INFINITY)
  const isLarge = text.length > MAX_FILE_BYTES
  return isLarge && /^\s*[{[]/.test(text) ? parsedJson(file, text) : parsed(file, text, Number.POSITIVE_INFINITY)
}

function decoded(file: string, bytes: Uint8Array, most: number): string {
  const result = decodeText(bytes, most)
  if ('problem' in result) throw refused(file, [result.problem])
  return result.text
}

function parsed(file: string, text: string, mostTokens?: number): unknown {
  const yaml = parseYaml(text, mostTokens)
  if ('problems' in yaml) throw refused(file, yaml.problems)
  return yaml.value
}

function parsedJson(file: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new UsageError(`${file} is not JSON: ${error instanceof Error ? error.message : String(error)}.`)
  }
}

/** The problems of a file with their positions as UsageError. */
export function refused(file: string, problems: readonly FileProblem[]): UsageError {
  const sentences = problems.map(({ message, hint, place }) => {
    return `${place ? `${file}:${place.line}:${place.column}` : file}: ${message} ${hint}`
  })
  return new UsageError(sentences.join('\n'))
}

/** Prints findings like a compiler, each with its line. */
export function printFindings({ name, read, findings }: LoadedRules, io: Io): void {
  const lines = 'file' in read ? read.file.lines : read.lines
  for (const finding of findings) {
    for (const line of renderFinding(finding, name, lines, io.paint)) io.err(line)
  }
}

/** `2 errors, 1 warning`. */
export function tally(findings: readonly Finding[]): string {
  const count = (severity: Severity) => findings.filter(finding => finding.severity === severity).length
  const present = (['error', 'warning'] as const).filter(severity => count(severity) > 0)
  return present.map(severity => counted(count(severity), severity)).join(', ')
}
