import type { FieldProblem } from '#lib/operators/api/validate-cluster.ts'

/** What is wrong at a field or below it, in sentences. */
export function problemAt(problems: readonly FieldProblem[], field: string): string | undefined {
  const below = [`${field}.`, `${field}[`]
  const found = problems.filter(each => each.field === field || below.some(start => each.field.startsWith(start)))
  const sentences = found.map(
    ({ message }) => `${message.charAt(0).toUpperCase()}${message.slice(1)}${message.endsWith('.') ? '' : '.'}`,
  )
  // Several of a list may be wrong in the same way.
  return found.length === 0 ? undefined : [...new Set(sentences)].join(' ')
}
