import type { FieldProblem } from '#lib/operators/api/field-problem.ts'
import { problemAt } from '../kubeconfigs/create/field-problems.ts'

/** What is wrong at a field that somebody has filled; an empty one is not wrong yet. */
export function shownProblem(problems: readonly FieldProblem[], field: string, value: string): string | undefined {
  return value === '' ? undefined : problemAt(problems, field)
}
