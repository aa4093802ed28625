import { compareText } from '#lib/hap/compare-text.ts'
import { INFRASTRUCTURE } from '#lib/hap/pools/shoot.ts'
import type { FieldValue, SearchField } from '#lib/search/field.ts'
import { bindingFields } from '../bindings/binding-fields.ts'
import type { QueryContext } from '../query-context.ts'
import { allClusters } from './all-clusters.ts'
import type { Cluster } from './cluster.ts'
import type { KnownClusters } from './cluster-register.ts'
import { readShoot, SHOOT_FIELDS } from './shoot-search.ts'
import { errorTexts, operationTexts } from './shown-words.ts'

/** Fields of which the box offers what occurs among the clusters. */
const OPEN = ['plan', 'region', 'pr']

/**
 * The fields of the list of shoots; those whose values are the landscape's own offer what occurs in it. Types, providers and pools are
 * those of the bindings, which are fewer.
 */
export function shootFields(context: QueryContext, known: KnownClusters | null): readonly SearchField[] {
  const clusters = allClusters(context, known)
  const occurring = new Map(OPEN.map(name => [name, textsOf(clusters, cluster => readShoot(cluster, name))]))
  // Whole texts are offered, and not each word of them, by which they are found too.
  occurring.set('operation', textsOf(clusters, operationTexts))
  occurring.set('error', textsOf(clusters, errorTexts).add(INFRASTRUCTURE))
  const offered = new Map(bindingFields(context).map(({ name, examples }) => [name, examples]))
  for (const [name, values] of occurring) offered.set(name, [...values].sort(compareText))
  return SHOOT_FIELDS.map(field => {
    const examples = offered.get(field.name)
    return examples ? { ...field, examples } : field
  })
}

/** What `read` says of all clusters, each text once. */
function textsOf(clusters: readonly Cluster[], read: (cluster: Cluster) => FieldValue): Set<string> {
  const texts = new Set<string>()
  for (const cluster of clusters) {
    const value = read(cluster)
    if (typeof value === 'string') texts.add(value)
    else if (value !== null && typeof value === 'object') for (const text of value) texts.add(text)
  }
  texts.delete('')
  return texts
}
