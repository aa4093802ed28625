import type { FieldProblem } from '#lib/operators/api/field-problem.ts'

/** What is wrong at a field or below it, as a sentence. */
export function problemAt(problems: readonly FieldProblem[], field: string): string | undefined {
  const found = problems.filter(each => each.field === field || each.field.startsWith(`${field}.`))
  return found.length === 0
    ? undefined
    : found.map(({ message }) => `${message.charAt(0).toUpperCase()}${message.slice(1)}.`).join(' ')
}
