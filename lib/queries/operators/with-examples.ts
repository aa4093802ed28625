import { compareText } from '#lib/hap/text/text.ts'
import type { SearchField } from '#lib/search/field.ts'

/** Offered at most. */
const MOST = 50

/** Fields with values that occur, by the names of the fields. */
export function withExamples(
  fields: readonly SearchField[],
  occurring: Readonly<Record<string, Iterable<string | null>>>,
): readonly SearchField[] {
  return fields.map(field => {
    const values = Object.hasOwn(occurring, field.name) ? occurring[field.name] : undefined
    if (values === undefined) return field
    const known = [...new Set(values)].filter(value => value !== null)
    return { ...field, examples: known.toSorted(compareText).slice(0, MOST) }
  })
}
