import type { FieldProblem } from '#lib/operators/api/validate-cluster.ts'
import type { CreateResult } from '#lib/services/resources/create-resource.ts'

/** What is wrong with a form, and whether empty fields are marked too. */
export interface FormProblems {
  readonly problems: readonly FieldProblem[]
  readonly all: boolean
  /** What will not work as asked for, though it may be created. */
  readonly hints: readonly FieldProblem[]
}

export type ShownProblems = Pick<FormProblems, 'problems' | 'all'>

/** What the form says of its own fields, in its words, goes before what the server says of the same. */
export function mergeProblems(own: readonly FieldProblem[], told: readonly FieldProblem[]): readonly FieldProblem[] {
  const said = new Set(own.map(({ field }) => field))
  const covers = (field: string) => [...said].some(each => field === each || field.startsWith(`${each}[`))
  return [...own, ...told.filter(({ field }) => !covers(field))]
}

/** A field that is needed and has nothing in it. */
export function requireValue(field: string, value: string, message: string): readonly FieldProblem[] {
  return value.trim() === '' ? [{ field, message }] : []
}

/** What is wrong at a field; an empty one is not wrong yet, unless somebody wanted to go on with it. */
export function formatShownProblem({ problems, all }: ShownProblems, field: string, value: string): string | undefined {
  return value === '' && !all ? undefined : formatProblemsAt(problems, field)
}

/** What is wrong at a field or below it, in sentences. */
export function formatProblemsAt(problems: readonly FieldProblem[], field: string): string | undefined {
  const below = [`${field}.`, `${field}[`]
  const found = problems.filter(each => each.field === field || below.some(start => each.field.startsWith(start)))
  const sentences = found.map(
    ({ message }) => `${message.charAt(0).toUpperCase()}${message.slice(1)}${message.endsWith('.') ? '' : '.'}`,
  )
  // Several of a list may be wrong in the same way.
  return found.length === 0 ? undefined : [...new Set(sentences)].join(' ')
}

/** Why an order was not taken: words for the whole form, and what the form says at its fields. */
export interface CreationRefusal {
  /** Null where the fields tell everything. */
  readonly words: string | null
  readonly problems: readonly FieldProblem[]
}

/** What a refused creation says, each thing in one place. */
export function parseRefusal({ reason, data }: { readonly reason: string; readonly data: unknown }): CreationRefusal {
  const told = parseProblems(data)
  if (told === null) return { words: reason, problems: [] }
  const problems = told.filter(({ field }) => hasField(field))
  const others = told.filter(({ field }) => !hasField(field)).map(formatProblem)
  return { words: others.length === 0 ? null : others.join(' '), problems }
}

/** What is said of a refusal above the fields: what `shown` does not say at them, too. Empty where they tell everything. */
export function formatRefusal({ words, problems }: CreationRefusal, shown: readonly FieldProblem[]): string {
  const untold = problems.filter(({ field }) => !shown.some(each => each.field === field))
  return [...(words === null ? [] : [words]), ...untold.map(formatProblem)].join(' ')
}

/** What is wrong, for whoever sees no field beside it. */
export function formatProblem({ field, message }: FieldProblem): string {
  return `${field}: ${message}${message.endsWith('.') ? '' : '.'}`
}

/** Whether forms mark such a field: those of the object; why it is made is asked of all alike. */
function hasField(field: string): boolean {
  return field === 'body' || /^(name|spec|labels)\b/.test(field)
}

function parseProblems(data: unknown): readonly FieldProblem[] | null {
  if (typeof data !== 'object' || data === null || !('problems' in data) || !Array.isArray(data.problems)) return null
  return (data as Extract<CreateResult, { kind: 'invalid' }>).problems
}
