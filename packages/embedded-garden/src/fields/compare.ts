import { equal, isObject, type Json } from '#embedded-garden/json.ts'
import type { Shape } from '#embedded-garden/schema/shape.ts'
import { type Child, childrenOf } from './elements.ts'
import { FieldSet } from './field-set.ts'

export interface FieldComparison {
  readonly added: FieldSet
  readonly modified: FieldSet
  readonly removed: FieldSet
}

/** Which fields differ between two states of an object. */
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
