import { ALL_VERBS, type Resource, type Strategy } from '#embedded-garden/resource.ts'
import { type DocumentName, shapeOf } from '#embedded-garden/schema/documents.ts'
import { ageColumn, type Column, NAME } from '#embedded-garden/table/columns.ts'

interface Definition {
  readonly group: string
  readonly version: string
  readonly plural: string
  readonly kind: string
  readonly document: DocumentName
  readonly schema: string
  readonly namespaced: boolean
  readonly strategy?: Strategy
  /** Columns between name and age. */
  readonly columns?: readonly Column[]
  /** All columns, for a kind without name first and age last. */
  readonly allColumns?: readonly Column[]
}

type Optional = Partial<
  Pick<
    Resource,
    | 'shortNames'
    | 'categories'
    | 'verbs'
    | 'storage'
    | 'statusSubresource'
    | 'subresources'
    | 'conversion'
    | 'special'
    | 'singular'
  >
>

/** Defines a built-in kind, with the values that most kinds share as defaults. */
export function defineResource(definition: Definition & Optional): Resource {
  const { document, schema, columns = [], allColumns, ...rest } = definition
  const aggregated = rest.group.endsWith('gardener.cloud')
  return {
    singular: rest.kind.toLowerCase(),
    listKind: `${rest.kind}List`,
    shortNames: [],
    categories: [],
    verbs: ALL_VERBS,
    storage: rest.group ? `${rest.plural}.${rest.group}` : rest.plural,
    custom: null,
    shape: shapeOf(document, schema),
    schemaName: schema,
    statusSubresource: false,
    subresources: [],
    conversion: null,
    special: {},
    ...rest,
    strategy: rest.strategy ?? {},
    aggregated,
    columns: allColumns ?? [NAME, ...columns, ageColumn(aggregated ? 'date' : 'string')],
  }
}
