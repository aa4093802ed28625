import { problemAt } from '../kubeconfigs/create/field-problems.ts'
import type { Wrong } from './marks.ts'

/** What is wrong at a field; an empty one is not wrong yet, unless somebody wanted to go on with it. */
export function shownProblem({ problems, all }: Wrong, field: string, value: string): string | undefined {
  return value === '' && !all ? undefined : problemAt(problems, field)
}
