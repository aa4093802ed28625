import type { FieldProblem } from '#lib/operators/api/validate-cluster.ts'
import { needed } from '../../create/marks.ts'
import { pathsOfRules, type RequestForm } from './request-form.ts'

/** What the form itself sees to be wrong, rule by rule, in its own words. */
export function requestProblems({ name, cluster, namespace, hours, rules }: RequestForm): readonly FieldProblem[] {
  const paths = pathsOfRules(rules)
  return [
    ...needed('name', name, 'enter a name'),
    ...needed('spec.cluster', cluster, 'choose a cluster'),
    ...hoursProblems(hours),
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

const MOST_HOURS = 720

/** The server counts in seconds, and whoever fills the form does not. */
function hoursProblems(typed: string): readonly FieldProblem[] {
  const hours = Number(typed)
  const problem = (message: string) => [{ field: 'spec.expiration', message }]
  if (!(hours > 0)) return problem('enter a number of hours')
  if (hours * 60 < 10) return problem('enter at least 0.17 hours, ten minutes')
  return hours > MOST_HOURS ? problem('enter at most 720 hours, 30 days') : []
}
