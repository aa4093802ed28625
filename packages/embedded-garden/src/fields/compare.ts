import { equal, isObject, type Json, type JsonObject } from '#embedded-garden/json.ts'
import { ANY, DEDUCED, type List, type Shape } from '#embedded-garden/schema/shape.ts'
import { FieldSet } from './field-set.ts'

export interface FieldComparison {
  readonly added: FieldSet
  readonly modified: FieldSet
  readonly removed: FieldSet
}

/** The fields that differ between two states of an object. */
export function compareFields(before: Json, after: Json, shape: Shape): FieldComparison {
  const comparison = { added: new FieldSet(), modified: new FieldSet(), removed: new FieldSet() }
  walk(before, after, shape, [], comparison)
  return comparison
}

function walk(
  before: Json | undefined,
  after: Json | undefined,
  shape: Shape,
  path: readonly string[],
  found: FieldComparison,
): void {
  const [left, right] = [childrenOf(before, shape), childrenOf(after, shape)]
  const leaf = (!left && !right) || (isEmpty(before) && isEmpty(after))
  if (before === undefined) found.added.insert(path)
  else if (after === undefined) found.removed.insert(path)
  else if (leaf || (!left !== !right && before !== null && after !== null)) {
    if (!equal(before, after)) found.modified.insert(path)
  }
  if (leaf) return
  const items = new Map<string, { before?: Child; after?: Child }>()
  for (const child of left ?? []) items.set(child.element, { before: child })
  for (const child of right ?? []) items.set(child.element, { ...items.get(child.element), after: child })
  for (const [element, pair] of items) {
    const childShape = pair.after?.shape ?? pair.before?.shape
    if (childShape) walk(pair.before?.value, pair.after?.value, childShape, [...path, element], found)
  }
}

function isEmpty(value: Json | undefined): boolean {
  if (value === undefined || value === null) return true
  return Array.isArray(value) ? value.length === 0 : isObject(value) && Object.keys(value).length === 0
}

/** The set of all fields that a manager owns after applying `value`. */
export function fieldsOf(value: Json, shape: Shape): FieldSet {
  const set = new FieldSet()
  collect(value, shape, [], set)
  return set
}

function collect(value: Json, shape: Shape, path: readonly string[], set: FieldSet): void {
  const children = childrenOf(value, shape)
  if (!children) {
    set.insert(path)
    return
  }
  for (const child of children) {
    const below = [...path, child.element]
    collect(child.value, child.shape, below, set)
    if (!child.named || child.value === null || isEmpty(child.value)) set.insert(below)
  }
}

/** A value inside another one, with its path element. */
interface Child {
  readonly element: string
  readonly value: Json
  readonly shape: Shape
  /** Whether the element is a field of a struct, not a key of a map or an item of a list. */
  readonly named: boolean
}

/** The parts of a value that are owned separately; null when it is owned as a whole. */
function childrenOf(value: Json | undefined, shape: Shape): Child[] | null {
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
