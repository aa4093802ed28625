import type { Json } from '#embedded-garden/json.ts'

/** The type of a field, as far as decoding, patches and field ownership need it. */
export type Shape = Struct | MapShape | List | Scalar

export interface Struct {
  readonly type: 'struct'
  readonly fields: ReadonlyMap<string, Field>
  /** Owned and replaced as a whole. */
  readonly atomic: boolean
  /** Whether unknown fields are preserved (custom resources). */
  readonly preserve: boolean
}

export interface Field {
  readonly shape: Shape
  /** The decoder's default for a missing field: nothing, a value, or the zero value of its struct. */
  readonly absent:
    | { readonly write: 'nothing' }
    | { readonly write: 'value'; readonly value: Json }
    | { readonly write: 'struct' }
  /** An empty value is stored: the field is required, or a pointer in Go. */
  readonly keepsEmpty: boolean
  readonly mergeKey: string | null
  /** Values of x-kubernetes-patch-strategy: merge, retainKeys, replace. */
  readonly strategies: readonly string[]
}

interface MapShape {
  readonly type: 'map'
  readonly values: Shape
  readonly atomic: boolean
}

export interface List {
  readonly type: 'list'
  readonly items: Shape
  readonly listType: 'atomic' | 'set' | 'map'
  /** Fields that identify an item when listType is `map`. */
  readonly keys: readonly string[]
}

export interface Scalar {
  readonly type:
    | 'string'
    | 'boolean'
    | 'integer'
    | 'int32'
    | 'number'
    | 'bytes'
    | 'time'
    | 'micro-time'
    | 'quantity'
    | 'int-or-string'
    | 'any'
    | 'deduced'
}

/** Any JSON, owned and replaced as a whole. */
export const ANY: Shape = { type: 'any' }
/** Any JSON, owned field by field. */
export const DEDUCED: Shape = { type: 'deduced' }

/** The zero value of a struct: the fields that are written even when unset. */
export function zeroOf(shape: Shape): { [key: string]: Json } {
  const zero: { [key: string]: Json } = {}
  if (shape.type !== 'struct') return zero
  for (const [name, field] of shape.fields) {
    if (field.absent.write === 'struct') zero[name] = zeroOf(field.shape)
    if (field.absent.write === 'value') zero[name] = field.absent.value
  }
  return zero
}
