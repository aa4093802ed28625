import type { FieldProblem } from '#lib/operators/api/validate-cluster.ts'
import type { CreateResult } from '#lib/services/resources/create-resource.ts'

/** Why an order was not taken: words for the whole form, and what the form says at its fields. */
export interface Refusal {
  /** Null where the fields tell everything. */
  readonly words: string | null
  readonly problems: readonly FieldProblem[]
}

/** What a refused creation says, each thing in one place. */
export function refusalOf({ reason, data }: { readonly reason: string; readonly data: unknown }): Refusal {
  const told = problemsIn(data)
  if (told === null) return { words: reason, problems: [] }
  const problems = told.filter(({ field }) => hasPlace(field))
  const others = told.filter(({ field }) => !hasPlace(field)).map(problemSentence)
  return { words: others.length === 0 ? null : others.join(' '), problems }
}

/** What is said of a refusal above the fields: what `shown` does not say at them, too. Empty where they tell everything. */
export function wordsAbove({ words, problems }: Refusal, shown: readonly FieldProblem[]): string {
  const untold = problems.filter(({ field }) => !shown.some(each => each.field === field))
  return [...(words === null ? [] : [words]), ...untold.map(problemSentence)].join(' ')
}

/** What is wrong, for whoever sees no field beside it. */
export function problemSentence({ field, message }: FieldProblem): string {
  return `${field}: ${message}${message.endsWith('.') ? '' : '.'}`
}

/** Whether forms mark such a field: those of the object; why it is made is asked of all alike. */
function hasPlace(field: string): boolean {
  return field === 'body' || /^(name|spec|labels)\b/.test(field)
}

function problemsIn(data: unknown): readonly FieldProblem[] | null {
  if (typeof data !== 'object' || data === null || !('problems' in data) || !Array.isArray(data.problems)) return null
  return (data as Extract<CreateResult, { kind: 'invalid' }>).problems
}
