import { compareText } from '#lib/hap/compare-text.ts'
import { INFRASTRUCTURE } from '#lib/hap/pools/shoot.ts'
import type { SearchField } from '#lib/search/field.ts'
import type { QueryContext } from '../query-context.ts'
import { allClusters } from './all-clusters.ts'
import type { Cluster } from './cluster.ts'
import type { KnownClusters } from './cluster-register.ts'
import { readShoot, SHOOT_FIELDS } from './shoot-search.ts'

/** Fields of which the box offers what occurs in the landscape. */
const OPEN = ['plan', 'type', 'provider', 'region', 'pr', 'pool', 'operation', 'error']

/** The fields of the list of shoots; those whose values are the landscape's own offer what occurs in it. */
export function shootFields(context: QueryContext, known: KnownClusters | null): readonly SearchField[] {
  const clusters = allClusters(context, known)
  const occurring = new Map(OPEN.map(name => [name, textsOf(clusters, name)]))
  occurring.get('error')?.add(INFRASTRUCTURE)
  return SHOOT_FIELDS.map(field => {
    const values = occurring.get(field.name)
    return values ? { ...field, examples: [...values].filter(value => !value.includes(' ')).sort(compareText) } : field
  })
}

/** What a field says of all clusters, each text once. */
function textsOf(clusters: readonly Cluster[], field: string): Set<string> {
  const texts = new Set<string>()
  for (const cluster of clusters) {
    const value = readShoot(cluster, field)
    if (typeof value === 'string') texts.add(value)
    else if (value !== null && typeof value === 'object') for (const text of value) texts.add(text)
  }
  texts.delete('')
  return texts
}
