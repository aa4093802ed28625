import type { SearchField } from '#lib/search/field.ts'
import { bindingFields } from '../bindings/binding-fields.ts'
import type { QueryContext } from '../query-context.ts'
import { GLOBAL_ACCOUNT_LIST } from './global-account-list.ts'

/** By field of this list, the field of bindings that has the same values. */
const OF_BINDINGS: ReadonlyMap<string, string> = new Map([
  ['type', 'type'],
  ['pool', 'pool'],
  ['uses', 'pool'],
  ['provider', 'provider'],
])

/** The fields of the list of global accounts; what is asked of their bindings offers what the list of bindings does. */
export function globalAccountFields(context: Pick<QueryContext, 'inventory'>): readonly SearchField[] {
  const offered = new Map(bindingFields(context).map(({ name, examples }) => [name, examples]))
  return GLOBAL_ACCOUNT_LIST.fields.map(field => {
    const examples = offered.get(OF_BINDINGS.get(field.name) ?? '')
    return examples ? { ...field, examples } : field
  })
}
