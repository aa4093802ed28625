import type { SearchField } from '#lib/search/field.ts'
import { bindingFields } from '../../bindings/binding-fields.ts'
import type { QueryContext } from '../../query-context.ts'
import { CLEANING_LIST } from './cleaning-list.ts'

/** The fields of the cleaning board; pools, types and providers offer what the list of bindings does. */
export function cleaningFields(context: Pick<QueryContext, 'inventory'>): readonly SearchField[] {
  const offered = new Map(bindingFields(context).map(({ name, examples }) => [name, examples]))
  return CLEANING_LIST.fields.map(field => {
    const examples = offered.get(field.name)
    return examples ? { ...field, examples } : field
  })
}
