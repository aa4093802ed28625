import { compareText } from '#lib/hap/compare-text.ts'
import { INFRASTRUCTURE } from '#lib/hap/pools/shoot.ts'
import type { SearchField } from '#lib/search/field.ts'
import type { QueryContext } from '../query-context.ts'
import { allClusters } from './all-clusters.ts'
import type { KnownClusters } from './cluster-register.ts'
import { SHOOT_FIELDS, SHOOT_LIST } from './shoot-search.ts'

/** Fields of which the box offers what occurs in the landscape. */
const OPEN = ['plan', 'type', 'provider', 'region', 'pr', 'pool', 'operation', 'error']

/** The fields of the list of shoots; those whose values are the landscape's own offer what occurs in it. */
export function shootFields(context: QueryContext, known: KnownClusters | null): readonly SearchField[] {
  const occurring = new Map(OPEN.map(name => [name, new Set<string>()]))
  for (const cluster of allClusters(context, known)) {
    const read = SHOOT_LIST.read(cluster)
    for (const [name, values] of occurring) {
      const value = read(name)
      for (const text of Array.isArray(value) ? value : [value]) if (text) values.add(String(text))
    }
  }
  occurring.get('error')?.add(INFRASTRUCTURE)
  return SHOOT_FIELDS.map(field => {
    const values = occurring.get(field.name)
    return values ? { ...field, examples: [...values].filter(value => !value.includes(' ')).sort(compareText) } : field
  })
}
