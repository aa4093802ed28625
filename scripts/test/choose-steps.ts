import type { Step } from './step.ts'
import { filesOf } from './test-files.ts'

/** The steps with the given names, or all steps without names; a message for unknown names. */
export function chooseSteps(steps: readonly Step[], names: readonly string[]): readonly Step[] | string {
  const known = steps.map(({ name }) => name)
  const unknown = names.filter(name => !known.includes(name))
  if (unknown.length > 0) return `There is no step ${unknown.join(', ')}. The steps are ${known.join(', ')}.`
  return names.length === 0 ? steps : steps.filter(({ name }) => names.includes(name))
}

/** The steps that a change affects, each limited to the affected test files, and the steps they depend on. */
export function narrowSteps(
  steps: readonly Step[],
  reached: ReadonlySet<string>,
  files: readonly string[],
): readonly Step[] {
  const reachedTests = files.filter(file => reached.has(file))
  const narrowed = steps.map(step => {
    const tests = filesOf(step, reachedTests)
    if (tests.length > 0) return { ...step, command: [...step.command, ...tests] } satisfies Step
    const { reads, runs } = step
    if (reads) return [...reached].some(file => reads.some(start => isWithin(file, start))) ? step : null
    return runs ? null : step
  })
  const awaited = new Set(narrowed.flatMap(step => step?.after ?? []))
  return steps.flatMap((step, index) => narrowed[index] ?? (awaited.has(step.name) ? [step] : []))
}

function isWithin(file: string, start: string): boolean {
  return file === start || (start.endsWith('/') && file.startsWith(start))
}
