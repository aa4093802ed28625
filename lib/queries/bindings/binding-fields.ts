import { poolKey } from '#lib/hap/pools/pool.ts'
import { poolOf } from '#lib/hap/pools/pooled-binding.ts'
import { compareText } from '#lib/hap/text/text.ts'
import type { SearchField } from '#lib/search/field.ts'
import type { QueryContext } from '../query-context.ts'
import { BINDING_LIST } from './binding-list.ts'

/** The fields of the bindings list; those whose values are the landscape's own offer what occurs in it. */
export function bindingFields({ inventory }: Pick<QueryContext, 'inventory'>): readonly SearchField[] {
  const occurring = { type: new Set<string>(), pool: new Set<string>(), provider: new Set<string>() }
  for (const pooled of inventory.pools.values()) {
    const pool = poolOf(pooled)
    if (pool) {
      occurring.type.add(pool.hyperscalerType)
      occurring.pool.add(poolKey(pool))
    }
    for (const provider of pooled.binding.providers) occurring.provider.add(provider)
  }
  const isOpen = (name: string): name is keyof typeof occurring => Object.hasOwn(occurring, name)
  return BINDING_LIST.fields.map(field =>
    isOpen(field.name) ? { ...field, examples: [...occurring[field.name]].sort(compareText) } : field,
  )
}
