import type { CaseResult } from '#lib/hap/cases/run-cases.ts'
import { formatCount, formatPlural } from '#lib/util/format.ts'

/** How the cases stand, in a sentence; `results` is null while they cannot be run. */
export function casesSummary(results: readonly CaseResult[] | null, count: number): string {
  if (results === null) return `${formatPlural(count, 'case')}, not run.`
  const failed = results.filter(({ passed }) => !passed).length
  if (failed === 0) return count === 1 ? 'The case holds.' : `All ${formatCount(count)} cases hold.`
  return `${formatCount(failed)} of ${formatPlural(count, 'case')} ${failed === 1 ? 'fails' : 'fail'}.`
}
