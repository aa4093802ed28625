import type { Outcome, Step } from './step.ts'

/**
 * Known vulnerabilities of the packages, requested from the registry. Not every registry reports them, and not every
 * machine has access to one.
 */
export const NPM_AUDIT: Step = {
  name: 'audit',
  command: ['npm', 'audit', '--audit-level=moderate', '--json', '--fetch-retries=0', '--fetch-timeout=20000'],
  count: auditOutcome,
}

/** The outcome of `npm audit --json`: one check, or none without a report. */
export function auditOutcome(output: string, code: number): Outcome {
  const report = reportIn(output)
  if (report !== null && 'auditReportVersion' in report)
    return code === 0 ? { passed: 1, failed: 0, skipped: 0 } : { passed: 0, failed: 1, skipped: 0 }
  const why = report !== null && 'message' in report ? String(report.message) : 'npm answers with no report'
  return {
    passed: 0,
    failed: 0,
    skipped: 1,
    note: `no registry reported vulnerabilities of packages: ${why.slice(0, 200)}`,
  }
}

/** The JSON in the output of npm. */
function reportIn(output: string): object | null {
  try {
    const report: unknown = JSON.parse(output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1))
    return typeof report === 'object' ? report : null
  } catch {
    return null
  }
}
