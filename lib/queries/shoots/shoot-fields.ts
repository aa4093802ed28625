import { INFRASTRUCTURE } from '#lib/hap/pools/shoot.ts'
import { compareText } from '#lib/hap/text/text.ts'
import type { SearchField } from '#lib/search/field.ts'
import { bindingFields } from '../bindings/binding-fields.ts'
import type { QueryContext } from '../query-context.ts'
import { occurringTexts } from './all-clusters.ts'
import type { KnownClusters } from './cluster-register.ts'
import { OCCURRING } from './occurring-texts.ts'
import { SHOOT_LIST } from './shoot-list.ts'

/**
 * The fields of the list of shoots; those whose values are the landscape's own offer what occurs in it. Types, providers and pools are
 * those of the bindings, which are fewer.
 */
export function shootFields(context: QueryContext, known: KnownClusters | null): readonly SearchField[] {
  const occurring = occurringTexts(context, known)
  const offered = new Map(bindingFields(context).map(({ name, examples }) => [name, examples]))
  for (const field of OCCURRING) {
    const more = field === 'error' ? [INFRASTRUCTURE] : []
    offered.set(field, [...new Set([...occurring.of(field), ...more])].sort(compareText))
  }
  return SHOOT_LIST.fields.map(field => {
    const examples = offered.get(field.name)
    return examples ? { ...field, examples } : field
  })
}
