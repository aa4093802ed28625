import { readFileSync } from 'node:fs'
import { arrayAt, isObject, type Json, type JsonObject, objectAt, stringAt, stringsAt } from '#embedded-garden/json.ts'
import { isPointer } from './pointers.ts'
import { ANY, type Field, type List, type Scalar, type Shape, type Struct } from './shape.ts'

export type DocumentName =
  | 'core-v1'
  | 'events-v1'
  | 'rbac-v1'
  | 'coordination-v1'
  | 'apiextensions-v1'
  | 'apiregistration-v1'
  | 'gardener-core-v1'
  | 'gardener-core-v1beta1'
  | 'gardener-security-v1alpha1'

const loaded = new Map<string, Schemas>()

/** The schemas of one API group version, including those of the common metadata. */
export function schemasOf(name: DocumentName): Schemas {
  let schemas = loaded.get(name)
  if (!schemas) {
    schemas = { ...read('meta'), ...read(name) }
    loaded.set(name, schemas)
  }
  return schemas
}

const shapes = new Map<string, Shape>()

/** The shape of a kind, for example `io.k8s.api.core.v1.Secret` of `core-v1`. */
export function shapeOf(document: DocumentName, schema: string): Shape {
  const key = `${document} ${schema}`
  let shape = shapes.get(key)
  if (!shape) {
    shape = compileShape(schemasOf(document), schema)
    shapes.set(key, shape)
  }
  return shape
}

/** The shape of `metadata`. */
export function metadataShape(): Shape {
  return shapeOf('core-v1', 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta')
}

/** A field that decoding neither requires nor defaults, and that patches replace as a whole. */
export const PLAIN_FIELD = { absent: { write: 'nothing' }, keepsEmpty: false, mergeKey: null, strategies: [] } as const

/** The fields that all kinds have. */
export function commonFields(): [name: string, field: Field][] {
  return [
    ['apiVersion', { ...PLAIN_FIELD, shape: { type: 'string' } }],
    ['kind', { ...PLAIN_FIELD, shape: { type: 'string' } }],
    ['metadata', { ...PLAIN_FIELD, shape: metadataShape() }],
  ]
}

function read(name: string): Schemas {
  const file = new URL(`./documents/${name}.json`, import.meta.url)
  return (JSON.parse(readFileSync(file, 'utf8')) as { schemas: Record<string, JsonObject> }).schemas
}

/** Schemas by name, as in `components.schemas` of an OpenAPI document. */
type Schemas = Readonly<Record<string, JsonObject>>

const REFERENCE = '#/components/schemas/'
const META = 'io.k8s.apimachinery.pkg.'

/** Types whose schema does not define the format of their text. */
const SPECIAL: Readonly<Record<string, Scalar['type']>> = {
  [`${META}apis.meta.v1.Time`]: 'time',
  [`${META}apis.meta.v1.MicroTime`]: 'micro-time',
  [`${META}apis.meta.v1.FieldsV1`]: 'any',
  [`${META}api.resource.Quantity`]: 'quantity',
  [`${META}util.intstr.IntOrString`]: 'int-or-string',
  [`${META}runtime.RawExtension`]: 'any',
}

/** Converts the schema `name` to a shape. References between schemas may be circular. */
function compileShape(schemas: Schemas, name: string): Shape {
  return new Compiler(schemas).named(name)
}

class Compiler {
  readonly #schemas: Schemas
  readonly #known = new Map<string, Shape>()

  constructor(schemas: Schemas) {
    this.#schemas = schemas
  }

  named(name: string): Shape {
    const special = SPECIAL[name]
    if (special) return { type: special }
    const known = this.#known.get(name)
    if (known) return known
    const schema = this.#schemas[name]
    if (!schema) throw new Error(`The OpenAPI documents name no schema ${name}.`)
    if (!isObject(schema.properties)) return this.#shape(schema)
    const fields = new Map<string, Field>()
    const struct = structOf(schema, fields)
    this.#known.set(name, struct)
    this.#fill(schema, fields, name)
    return struct
  }

  #shape(schema: JsonObject): Shape {
    const reference = stringAt(schema, '$ref') || stringAt(arrayAt(schema, 'allOf').find(isObject), '$ref')
    if (reference) return this.named(reference.slice(REFERENCE.length))
    if (isObject(schema.properties)) {
      const fields = new Map<string, Field>()
      this.#fill(schema, fields, '')
      return structOf(schema, fields)
    }
    if (isObject(schema.additionalProperties))
      return { type: 'map', values: this.#shape(schema.additionalProperties), atomic: isAtomic(schema) }
    if (schema.type === 'array') return this.#list(schema)
    return scalarOf(schema)
  }

  #list(schema: JsonObject): List {
    return { type: 'list', items: this.#shape(objectAt(schema, 'items')), ...listTypeOf(schema) }
  }

  #fill(schema: JsonObject, fields: Map<string, Field>, owner: string): void {
    const required = new Set(stringsAt(schema, 'required'))
    for (const [name, property] of Object.entries(objectAt(schema, 'properties'))) {
      if (!isObject(property)) continue
      fields.set(name, {
        shape: this.#shape(property),
        absent: absentOf(property, required.has(name)),
        keepsEmpty: required.has(name) || (property.type === 'string' && isPointer(owner, name)),
        mergeKey: stringAt(property, 'x-kubernetes-patch-merge-key') || null,
        strategies: stringAt(property, 'x-kubernetes-patch-strategy').split(',').filter(Boolean),
      })
    }
  }
}

function absentOf(property: JsonObject, required: boolean): Field['absent'] {
  if ('x-zero' in property) return { write: 'value', value: property['x-zero'] ?? null }
  if (isObject(property.default)) return { write: 'struct' }
  if (property.default !== undefined) return { write: 'value', value: property.default }
  return required ? { write: 'value', value: null } : { write: 'nothing' }
}

function structOf(schema: JsonObject, fields: ReadonlyMap<string, Field>): Struct {
  return {
    type: 'struct',
    fields,
    atomic: isAtomic(schema),
    preserve: schema['x-kubernetes-preserve-unknown-fields'] === true,
  }
}

/** A list without a declared list type has item-level ownership when strategic patches merge it. */
function listTypeOf(schema: JsonObject): Pick<List, 'listType' | 'keys'> {
  const listType = stringAt(schema, 'x-kubernetes-list-type')
  if (listType === 'map') return { listType, keys: stringsAt(schema, 'x-kubernetes-list-map-keys') }
  if (listType) return { listType: listType === 'set' ? 'set' : 'atomic', keys: [] }
  const mergeKey = stringAt(schema, 'x-kubernetes-patch-merge-key')
  if (!stringAt(schema, 'x-kubernetes-patch-strategy').includes('merge')) return { listType: 'atomic', keys: [] }
  return mergeKey ? { listType: 'map', keys: [mergeKey] } : { listType: 'set', keys: [] }
}

function isAtomic(schema: JsonObject): boolean {
  return schema['x-kubernetes-map-type'] === 'atomic'
}

function scalarOf(schema: JsonObject): Shape {
  const type: Json | undefined = schema.type
  if (type === 'string') return { type: schema.format === 'byte' ? 'bytes' : 'string' }
  if (type === 'integer' && schema.format === 'int32') return { type: 'int32' }
  if (type === 'boolean' || type === 'integer' || type === 'number') return { type }
  return ANY
}
