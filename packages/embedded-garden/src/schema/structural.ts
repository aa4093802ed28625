import type { Json, JsonObject } from '#embedded-garden/json.ts'
import { arrayAt, isObject, objectAt, objectsAt, stringAt, stringsAt } from '#embedded-garden/json.ts'

/** A structural schema of a CustomResourceDefinition, as far as decoding and validation need it. */
export interface Structural {
  readonly type: string
  readonly properties: ReadonlyMap<string, Structural>
  readonly additional: Structural | null
  readonly items: Structural | null
  /** x-kubernetes-preserve-unknown-fields */
  readonly preserve: boolean
  /** x-kubernetes-embedded-resource */
  readonly embedded: boolean
  readonly intOrString: boolean
  readonly nullable: boolean
  readonly default: Json | undefined
  readonly required: readonly string[]
  readonly listType: string
  readonly listKeys: readonly string[]
  readonly mapType: string
  /** x-kubernetes-validations */
  readonly rules: readonly JsonObject[]
  /** The whole schema, for the constraints on values. */
  readonly source: JsonObject
}

/** Parses an openAPIV3Schema. The validation of the definition reports its errors. */
export function structuralOf(source: JsonObject): Structural {
  const properties = new Map<string, Structural>()
  for (const [name, property] of Object.entries(objectAt(source, 'properties')))
    if (isObject(property)) properties.set(name, structuralOf(property))
  return {
    type: stringAt(source, 'type'),
    properties,
    additional: additionalOf(source.additionalProperties),
    items: isObject(source.items) ? structuralOf(source.items) : null,
    preserve: source['x-kubernetes-preserve-unknown-fields'] === true,
    embedded: source['x-kubernetes-embedded-resource'] === true,
    intOrString: source['x-kubernetes-int-or-string'] === true,
    nullable: source.nullable === true,
    default: source.default,
    required: stringsAt(source, 'required'),
    listType: stringAt(source, 'x-kubernetes-list-type'),
    listKeys: stringsAt(source, 'x-kubernetes-list-map-keys'),
    mapType: stringAt(source, 'x-kubernetes-map-type'),
    rules: arrayAt(source, 'x-kubernetes-validations').length > 0 ? objectsAt(source, 'x-kubernetes-validations') : [],
    source,
  }
}

function additionalOf(value: Json | undefined): Structural | null {
  if (isObject(value)) return structuralOf(value)
  return value === true ? structuralOf({ 'x-kubernetes-preserve-unknown-fields': true }) : null
}
