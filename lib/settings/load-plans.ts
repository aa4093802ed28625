import { DEFAULT_PLANS, type Plans } from '#lib/hap/plans/plan.ts'
import { parsePlans } from '#lib/hap/plans/plans-document.ts'
import { Lines } from '#lib/rules-file/file-problem.ts'
import { errorFinding, type FileReport, failedReport } from './file-report.ts'
import { readDocument } from './read-document.ts'

/** Plans and providers of HAP_PLANS_FILE, or the default table; `required` names the plans that need a rule, null = the default. */
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
    return failedReport('HAP_REQUIRED_PLANS', [errorFinding(message, hint)])
  }
  const value = required === null ? DEFAULT_PLANS : { ...DEFAULT_PLANS, required: new Set(required) }
  return { file: 'the default plans', value, findings: [], lines: new Lines('') }
}
