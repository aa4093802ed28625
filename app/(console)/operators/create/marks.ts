import type { FieldProblem } from '#lib/operators/api/validate-cluster.ts'

/** What is wrong with a form, and whether empty fields are marked too. */
export interface Marks {
  readonly problems: readonly FieldProblem[]
  readonly all: boolean
  /** What will not work as asked for, though it may be created. */
  readonly hints: readonly FieldProblem[]
}

export type Wrong = Pick<Marks, 'problems' | 'all'>

/** What the form says of its own fields, in its words, goes before what the server says of the same. */
export function joinProblems(own: readonly FieldProblem[], told: readonly FieldProblem[]): readonly FieldProblem[] {
  const said = new Set(own.map(({ field }) => field))
  const covers = (field: string) => [...said].some(each => field === each || field.startsWith(`${each}[`))
  return [...own, ...told.filter(({ field }) => !covers(field))]
}

/** A field that is needed and has nothing in it. */
export function needed(field: string, value: string, message: string): readonly FieldProblem[] {
  return value.trim() === '' ? [{ field, message }] : []
}
