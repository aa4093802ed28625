import type { Wrong } from '../../create/marks.ts'
import { shownProblem } from '../../create/shown-problem.ts'
import { problemAt } from '../../kubeconfigs/create/field-problems.ts'
import type { ClusterForm } from './cluster-form.ts'

/**
 * What is wrong at the field for the accounts. An empty one is made of the global account: what is wrong with that is said at its own
 * field, and not of characters that nobody typed here.
 */
export function selectorProblem({ selector }: Pick<ClusterForm, 'selector'>, marks: Wrong): string | undefined {
  const isOfLabel = selector === '' && problemAt(marks.problems, 'labels.globalaccountid') !== undefined
  return isOfLabel ? undefined : shownProblem(marks, 'spec.infrastructure.subscriptionSelector', selector)
}
