import type { Step, StepResult } from './step.ts'

/** Columns of the table of landings: `types`, `lint`, …, and the whole run. Steps run in parallel, so their sum exceeds the run. */
export function landingColumns(steps: readonly Step[]): readonly string[] {
  return ['Date', 'Commit', ...steps.map(({ name }) => name), 'run']
}

/** A row of docs/checks.md: the seconds of each step of a tier; `–` for a step that did not run, `✗` after a failed one. */
export function landingRow(
  steps: readonly Step[],
  results: readonly StepResult[],
  run: { readonly date: string; readonly commit: string; readonly seconds: number },
): string {
  const cells = steps.map(({ name }) => {
    const result = results.find(candidate => candidate.name === name)
    if (!result || (result.passed === 0 && result.failed === 0)) return '–'
    return `${Math.round(result.seconds)}${result.failed > 0 ? ' ✗' : ''}`
  })
  return `| ${[run.date, run.commit, ...cells, String(Math.round(run.seconds))].join(' | ')} |`
}
