import { isObject, type Json, type JsonObject } from '#embedded-garden/json.ts'
import { ANY, DEDUCED, type List, type Shape } from '#embedded-garden/schema/shape.ts'

/** A value inside another one, with the path element that leads to it. */
export interface Child {
  readonly element: string
  readonly value: Json
  readonly shape: Shape
  /** The element is one of the struct's own fields, not a key of a map or an item of a list. */
  readonly named: boolean
}

/** The parts of a value that are owned one by one; null when it is owned as a whole. */
export function childrenOf(value: Json | undefined, shape: Shape): Child[] | null {
  if (isObject(value)) return isAtomicObject(shape) ? null : objectChildren(value, shape)
  if (Array.isArray(value) && shape.type === 'list' && shape.listType !== 'atomic')
    return value.map(item => ({ element: itemElement(item, shape), value: item, shape: shape.items, named: false }))
  return null
}

/** The path element of a list item: its keys, or its value. */
export function itemElement(item: Json, list: List): string {
  if (list.listType === 'set') return `v:${JSON.stringify(item)}`
  const keys = [...list.keys].sort().map(key => [key, isObject(item) ? (item[key] ?? null) : null])
  return `k:${JSON.stringify(Object.fromEntries(keys))}`
}

/** The shape of a field of an object. */
export function fieldShape(shape: Shape, name: string): Shape {
  if (shape.type === 'struct') return shape.fields.get(name)?.shape ?? (shape.preserve ? DEDUCED : ANY)
  if (shape.type === 'map') return shape.values
  return shape.type === 'deduced' ? DEDUCED : ANY
}

function objectChildren(value: JsonObject, shape: Shape): Child[] {
  const children: Child[] = []
  for (const [name, item] of Object.entries(value)) {
    if (item === undefined) continue
    const named = shape.type === 'struct' && shape.fields.has(name)
    children.push({ element: `f:${name}`, value: item, shape: fieldShape(shape, name), named })
  }
  return children
}

function isAtomicObject(shape: Shape): boolean {
  if (shape.type === 'struct' || shape.type === 'map') return shape.atomic
  return shape.type !== 'deduced'
}
