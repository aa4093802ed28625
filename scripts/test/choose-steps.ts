import type { Step } from './step.ts'

/** The steps with the given names, all of them without any; or a sentence that says which names are wrong. */
export function chooseSteps(steps: readonly Step[], names: readonly string[]): readonly Step[] | string {
  const known = steps.map(({ name }) => name)
  const unknown = names.filter(name => !known.includes(name))
  if (unknown.length > 0) return `There is no step ${unknown.join(', ')}. The steps are ${known.join(', ')}.`
  return names.length === 0 ? steps : steps.filter(({ name }) => names.includes(name))
}
