import type { FieldProblem } from '#lib/operators/api/field-problem.ts'
import { needed } from '../../create/marks.ts'
import { pathsOfRules, type RequestForm } from './request-form.ts'

/** What the form itself sees to be wrong, rule by rule, in its own words. */
export function requestProblems({ name, cluster, namespace, hours, rules }: RequestForm): readonly FieldProblem[] {
  const paths = pathsOfRules(rules)
  return [
    ...needed('name', name, 'enter a name'),
    ...needed('spec.cluster', cluster, 'choose a cluster'),
    ...(Number(hours) > 0 ? [] : [{ field: 'spec.expiration', message: 'enter a number of hours' }]),
    ...rules.flatMap(({ key, groups, resources, verbs }) => [
      ...needed(`${paths.get(key)}.apiGroups`, groups, 'enter at least one group; core is that of pods and secrets'),
      ...needed(`${paths.get(key)}.resources`, resources, 'enter at least one resource'),
      ...needed(`${paths.get(key)}.verbs`, verbs, 'enter at least one verb'),
    ]),
    ...(rules.some(({ namespaced }) => namespaced)
      ? needed('spec.role.namespace', namespace, 'enter the namespace in the cluster')
      : []),
  ]
}
