import type { AskedAccess } from '#lib/hap/access/access-rule.ts'
import { findIdleRules, idleWords } from '#lib/hap/access/idle-rules.ts'
import { standardDiscovery } from '#lib/hap/access/standard-api.ts'
import type { Cluster } from '#lib/operators/api/cluster.ts'
import type { FieldProblem } from '#lib/operators/api/field-problem.ts'
import { NO_SHOOT_YET } from '#lib/operators/api/kubeconfig-conditions.ts'
import { wayOfCluster } from '#lib/operators/api/way-of-cluster.ts'
import { findCondition } from '#lib/operators/framework/conditions.ts'

/**
 * What the operator will say of a request that may be made all the same. Nobody asks the cluster itself for a form: of what is
 * installed in it nothing is said.
 */
export function requestHints(asked: AskedAccess, cluster: Cluster | null): readonly FieldProblem[] {
  const { words } = findIdleRules(asked, standardDiscovery(asked))
  return [...clusterHints(cluster), ...words.map(word => ({ field: word.path, message: idleWords(word) }))]
}

function clusterHints(cluster: Cluster | null): readonly FieldProblem[] {
  if (cluster === null || wayOfCluster(cluster) !== null) return []
  const why = findCondition(cluster.status?.conditions, 'Ready')?.message
  return [{ field: 'spec.cluster', message: why ? `${NO_SHOOT_YET} ${why}` : NO_SHOOT_YET }]
}
