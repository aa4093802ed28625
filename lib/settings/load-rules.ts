import type { Plans } from '#lib/hap/plans/plan.ts'
import { DEFAULT_RULES } from '#lib/hap/rules/rule.ts'
import { Ruleset } from '#lib/hap/rules/ruleset.ts'
import type { Policy } from '#lib/hap/semantics.ts'
import { checkRulesFile } from '#lib/rules-file/check-rules-file.ts'
import { Lines } from '#lib/rules-file/file-problem.ts'
import { rulesYaml } from '#lib/rules-file/rules-yaml.ts'
import { errorFinding, type FileReport, failedReport } from './file-report.ts'
import { readSettingsFile } from './read-file.ts'

/** The rules of HAP_RULES_FILE, or without one those of seed 001. Every diagnostic is reported. */
export function loadRules(file: string | null, plans: Plans, policy: Policy): FileReport<Ruleset> {
  if (file === null) return defaultRules(plans, policy)
  const bytes = readSettingsFile(file, 'HAP_RULES_FILE')
  if ('finding' in bytes) return failedReport(file, [bytes.finding])
  const { read, ruleset, findings } = checkRulesFile(bytes.bytes, plans, policy)
  return { file, value: ruleset, findings, lines: 'file' in read ? read.file.lines : read.lines }
}

/** Invalid only together with plans of one's own. */
function defaultRules(plans: Plans, policy: Policy): FileReport<Ruleset> {
  const { ruleset, diagnostics } = Ruleset.from(DEFAULT_RULES, plans, policy)
  const findings = diagnostics
    .filter(({ severity }) => severity === 'error')
    .map(({ message, hint }) => errorFinding(message, hint ?? 'Give rules for your plans by HAP_RULES_FILE.'))
  return { file: 'the built-in rules', value: ruleset, findings, lines: new Lines(rulesYaml(DEFAULT_RULES)) }
}
