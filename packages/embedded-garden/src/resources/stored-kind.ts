import type { Verb } from '#embedded-garden/http/request-info.ts'
import { ALL_VERBS, type Resource } from '#embedded-garden/resource.ts'
import { metadataShape } from '#embedded-garden/schema/documents.ts'
import { DEDUCED, type Field, type Shape } from '#embedded-garden/schema/shape.ts'
import { ageColumn, NAME } from '#embedded-garden/table/common-columns.ts'

interface StoredKind {
  readonly group: string
  readonly version: string
  readonly plural: string
  readonly kind: string
  readonly namespaced: boolean
  readonly shortNames: readonly string[]
  /** Names below an object, with the kind they take or give. */
  readonly subresources: Readonly<Record<string, string>>
}

const PLAIN = { absent: { write: 'nothing' }, required: false, mergeKey: null, strategies: [] } as const
const fields = new Map<string, Field>([
  ['apiVersion', { ...PLAIN, shape: { type: 'string' } }],
  ['kind', { ...PLAIN, shape: { type: 'string' } }],
  ['metadata', { ...PLAIN, shape: metadataShape() }],
  ...['spec', 'status', 'data'].map((name): [string, Field] => [name, { ...PLAIN, shape: DEDUCED }]),
])
const ANYTHING: Shape = { type: 'struct', fields, atomic: false, preserve: true }

const STATUS_VERBS: readonly Verb[] = ['get', 'patch', 'update']
/** Subresources that are read, or read and written; the others are actions. */
const READ_ONLY = new Set(['log'])
const SCALE = 'scale'

/** Defines a Kubernetes kind that the garden stores as written and that no controller reconciles. */
export function storedKind({ plural, kind, subresources, ...rest }: StoredKind): Resource {
  return {
    ...rest,
    plural,
    kind,
    singular: kind.toLowerCase(),
    listKind: `${kind}List`,
    categories: [],
    verbs: ALL_VERBS,
    storage: rest.group ? `${plural}.${rest.group}` : plural,
    aggregated: false,
    custom: null,
    shape: ANYTHING,
    schemaName: '',
    strategy: { generation: 'status' in subresources },
    statusSubresource: 'status' in subresources,
    subresources: Object.entries(subresources).map(([name, its]) => ({ name, kind: its, verbs: verbsOf(name) })),
    columns: [NAME, ageColumn('string')],
    conversion: null,
    special: {},
  }
}

function verbsOf(subresource: string): readonly Verb[] {
  if (subresource === 'status' || subresource === SCALE) return STATUS_VERBS
  return READ_ONLY.has(subresource) ? ['get'] : ['create']
}
