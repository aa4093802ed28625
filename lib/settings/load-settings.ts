import { MULTI_ACCOUNT_OFF, type MultiAccount } from '#lib/hap/lifecycle/multi-account.ts'
import { EXAMPLE_MULTI_ACCOUNT, parseMultiAccount } from '#lib/hap/lifecycle/multi-account-document.ts'
import { DEFAULT_PLANS, type Plans } from '#lib/hap/plans/plan.ts'
import { parsePlans } from '#lib/hap/plans/plans-document.ts'
import { DEFAULT_RULES } from '#lib/hap/rules/rule.ts'
import { Ruleset } from '#lib/hap/rules/ruleset.ts'
import type { Policy } from '#lib/hap/semantics.ts'
import { buildFileFinding, checkRulesFile, type Finding, renderFinding } from '#lib/rules-file/check-rules-file.ts'
import { decodeText, MAX_FILE_BYTES } from '#lib/rules-file/decode-text.ts'
import { Lines, type Place } from '#lib/rules-file/file-problem.ts'
import { parseYaml } from '#lib/rules-file/parse-yaml.ts'
import { rulesYaml } from '#lib/rules-file/rules-yaml.ts'
import { readLimitedSync } from '#lib/util/files.ts'
import { createPaint } from '#lib/util/terminal.ts'

/** The result of reading a settings file: a value, unless there is an error. */
export interface FileReport<Value> {
  /** Name of the file, or of the built-in default. */
  readonly file: string
  readonly value: Value | null
  readonly findings: readonly Finding[]
  /** The text to which the positions of findings refer. */
  readonly lines: Lines
}

/** The report of an unusable file. */
function createFailedReport(file: string, findings: readonly Finding[], lines = new Lines('')): FileReport<never> {
  return { file, value: null, findings, lines }
}

/** An error about a file or a position in it. */
function createFinding(message: string, hint: string | null, place: Place | null = null): Finding {
  return { ...buildFileFinding('error', { message, hint: hint ?? '', place }), hint }
}

/** The report for a terminal, as \`hap check\` prints it. */
export function formatReport({ file, findings, lines }: FileReport<unknown>): string {
  return findings.flatMap(finding => renderFinding(finding, file, lines, createPaint(false))).join('\n')
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'There is no such file.',
  EACCES: 'This user may not read the file.',
  EISDIR: 'This is a folder, not a file.',
}

/** The bytes of a settings file, or a finding when it cannot be read. `variable`: the setting that names the file. */
function readSettingsFile(file: string, variable: string): { bytes: Uint8Array } | { finding: Finding } {
  try {
    return { bytes: readLimitedSync(file, MAX_FILE_BYTES) }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    return { finding: createFinding(REASONS[code] ?? `The file cannot be read (${code}).`, `${variable} names it.`) }
  }
}

/** Reads a YAML or JSON settings file with the engine's parser of its content. */
function readDocument<Value>(
  file: string,
  variable: string,
  read: (document: unknown) => { readonly value: Value } | { readonly problems: readonly string[] },
): FileReport<Value> {
  const bytes = readSettingsFile(file, variable)
  if ('finding' in bytes) return createFailedReport(file, [bytes.finding])
  const decoded = decodeText(bytes.bytes)
  if ('problem' in decoded) return createFailedReport(file, [buildFileFinding('error', decoded.problem)])
  const lines = new Lines(decoded.text)
  const yaml = parseYaml(decoded.text)
  if ('problems' in yaml) {
    return createFailedReport(
      file,
      yaml.problems.map(problem => buildFileFinding('error', problem)),
      lines,
    )
  }
  const result = read(yaml.value)
  if ('value' in result) return { file, value: result.value, findings: [], lines }
  return createFailedReport(
    file,
    result.problems.map(message => createFinding(message, null)),
    lines,
  )
}

/** Plans and providers of HAP_PLANS_FILE, or the default table; `required`: plans that need a rule, null for the default. */
export function loadPlans(file: string | null, required: readonly string[] | null): FileReport<Plans> {
  if (file === null) return withDefaultPlans(required)
  return readDocument(file, 'HAP_PLANS_FILE', document => {
    const result = parsePlans(document, required, DEFAULT_PLANS)
    return 'problems' in result ? result : { value: result.plans }
  })
}

function withDefaultPlans(required: readonly string[] | null): FileReport<Plans> {
  const { byName } = DEFAULT_PLANS
  const unknown = (required ?? []).filter(plan => !byName.has(plan))
  if (unknown.length > 0) {
    const message = `HAP_REQUIRED_PLANS names ${unknown.join(', ')}, which ${unknown.length === 1 ? 'is no plan' : 'are no plans'}.`
    const hint = `There are ${[...byName.keys()].join(', ')}.`
    return createFailedReport('HAP_REQUIRED_PLANS', [createFinding(message, hint)])
  }
  const value = required === null ? DEFAULT_PLANS : { ...DEFAULT_PLANS, required: new Set(required) }
  return { file: 'the default plans', value, findings: [], lines: new Lines('') }
}

/** The rules of HAP_RULES_FILE, or the built-in rules, with all diagnostics. */
export function loadRules(file: string | null, plans: Plans, policy: Policy): FileReport<Ruleset> {
  if (file === null) return defaultRules(plans, policy)
  const bytes = readSettingsFile(file, 'HAP_RULES_FILE')
  if ('finding' in bytes) return createFailedReport(file, [bytes.finding])
  const { read, ruleset, findings } = checkRulesFile(bytes.bytes, plans, policy)
  return { file, value: ruleset, findings, lines: 'file' in read ? read.file.lines : read.lines }
}

/** The rules in a text that KEB reads; `name`: where it is. */
export function loadKebRules(name: string, text: string, plans: Plans, policy: Policy): FileReport<Ruleset> {
  const { read, ruleset, findings } = checkRulesFile(new TextEncoder().encode(text), plans, policy)
  return { file: name, value: ruleset, findings, lines: 'file' in read ? read.file.lines : read.lines }
}

/** The built-in rules; custom plans may make them invalid. */
function defaultRules(plans: Plans, policy: Policy): FileReport<Ruleset> {
  const { ruleset, diagnostics } = Ruleset.from(DEFAULT_RULES, plans, policy)
  const findings = diagnostics
    .filter(({ severity }) => severity === 'error')
    .map(({ message, hint }) => createFinding(message, hint ?? 'Give rules for your plans by HAP_RULES_FILE.'))
  return { file: 'the built-in rules', value: ruleset, findings, lines: new Lines(rulesYaml(DEFAULT_RULES)) }
}

/** Allowlist and limits of HAP_MULTI_ACCOUNT_FILE; without it those of the example on the embedded garden, else off (seed 003). */
export function loadMultiAccount(file: string | null, embedded: boolean, plans: Plans): FileReport<MultiAccount> {
  if (file === null) {
    const value = embedded ? EXAMPLE_MULTI_ACCOUNT : MULTI_ACCOUNT_OFF
    return { file: 'the built-in settings', value, findings: [], lines: new Lines('') }
  }
  return readDocument(file, 'HAP_MULTI_ACCOUNT_FILE', document => {
    const result = parseMultiAccount(document, plans)
    return 'problems' in result ? result : { value: result.multiAccount }
  })
}
