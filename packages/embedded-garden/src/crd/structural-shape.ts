import { metadataShape } from '#embedded-garden/schema/documents.ts'
import { ANY, DEDUCED, type Field, type Shape } from '#embedded-garden/schema/shape.ts'
import type { Structural } from '#embedded-garden/schema/structural.ts'

const PLAIN = { absent: { write: 'nothing' }, required: false, mergeKey: null, strategies: [] } as const

/** The shape of a custom resource, for patches and the ownership of fields. */
export function customShape(schema: Structural): Shape {
  const fields = fieldsOf(schema)
  fields.set('apiVersion', { ...PLAIN, shape: { type: 'string' } })
  fields.set('kind', { ...PLAIN, shape: { type: 'string' } })
  fields.set('metadata', { ...PLAIN, shape: metadataShape() })
  return { type: 'struct', fields, atomic: false, preserve: schema.preserve }
}

function shapeOf(schema: Structural): Shape {
  const atomic = schema.mapType === 'atomic'
  if (schema.intOrString) return { type: 'int-or-string' }
  if (schema.properties.size > 0) return { type: 'struct', fields: fieldsOf(schema), atomic, preserve: schema.preserve }
  if (schema.additional) return { type: 'map', values: shapeOf(schema.additional), atomic }
  if (schema.preserve) return atomic ? ANY : DEDUCED
  if (schema.type === 'array') {
    const listType = schema.listType === 'map' || schema.listType === 'set' ? schema.listType : 'atomic'
    return { type: 'list', items: schema.items ? shapeOf(schema.items) : ANY, listType, keys: schema.listKeys }
  }
  return ANY
}

function fieldsOf(schema: Structural): Map<string, Field> {
  return new Map([...schema.properties].map(([name, property]) => [name, { ...PLAIN, shape: shapeOf(property) }]))
}
