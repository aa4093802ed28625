/** The fields of a row that each column of a list shows. */
export type ColumnFields = Readonly<Record<string, readonly string[]>>

type Chosen = { readonly fields: ReadonlySet<string> | null } | { readonly refused: string }

/** The fields that some columns show, or the sentence that names what is none. No columns mean all fields. */
export function chosenFields(cols: string, shows: ColumnFields): Chosen {
  if (cols === '') return { fields: null }
  const ids = cols.split(',')
  const unknown = ids.find(id => !Object.hasOwn(shows, id))
  if (unknown !== undefined) {
    return { refused: `The list has no column "${unknown}". It has ${Object.keys(shows).join(', ')}.` }
  }
  return { fields: new Set(ids.flatMap(id => shows[id] ?? [])) }
}
