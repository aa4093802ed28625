import { isObject, type JsonObject } from '#embedded-garden/json.ts'

/**
 * A set of field paths. Elements are written as in FieldsV1: `f:name` for a field, `k:{"name":"x"}` for an item of a keyed
 * list, `v:"x"` for an item of a set.
 */
export class FieldSet {
  readonly #children = new Map<string, FieldSet>()
  /** Whether the path of this node is itself in the set. */
  #member = false

  static fromFieldsV1(fields: JsonObject): FieldSet {
    const set = new FieldSet()
    for (const [element, below] of Object.entries(fields)) {
      if (element === '.') {
        set.#member = true
        continue
      }
      const child = FieldSet.fromFieldsV1(isObject(below) ? below : {})
      // A leaf is written as {}, without the dot.
      if (child.#children.size === 0) child.#member = true
      set.#children.set(element, child)
    }
    return set
  }

  toFieldsV1(): JsonObject {
    const fields: JsonObject = {}
    if (this.#member && this.#children.size > 0) fields['.'] = {}
    for (const [element, child] of [...this.#children].sort(([a], [b]) => (a < b ? -1 : 1)))
      fields[element] = child.toFieldsV1()
    return fields
  }

  get isEmpty(): boolean {
    return !this.#member && this.#children.size === 0
  }

  get isMember(): boolean {
    return this.#member
  }

  insert(path: readonly string[]): void {
    let set: FieldSet = this
    for (const element of path) {
      let child = set.#children.get(element)
      if (!child) {
        child = new FieldSet()
        set.#children.set(element, child)
      }
      set = child
    }
    set.#member = true
  }

  /** The part of the set below an element. */
  below(element: string): FieldSet | null {
    return this.#children.get(element) ?? null
  }

  elements(): string[] {
    return [...this.#children.keys()]
  }

  union(other: FieldSet): FieldSet {
    return this.#combine(other, (mine, theirs) => mine || theirs)
  }

  minus(other: FieldSet): FieldSet {
    return this.#combine(other, (mine, theirs) => mine && !theirs)
  }

  intersect(other: FieldSet): FieldSet {
    return this.#combine(other, (mine, theirs) => mine && theirs)
  }

  /** The set without the paths of `other` and their descendants. */
  without(other: FieldSet): FieldSet {
    const result = new FieldSet()
    if (other.#member) return result
    result.#member = this.#member
    for (const [element, child] of this.#children) {
      const theirs = other.#children.get(element)
      const left = theirs ? child.without(theirs) : child
      if (!left.isEmpty) result.#children.set(element, left)
    }
    return result
  }

  equals(other: FieldSet): boolean {
    return this.minus(other).isEmpty && other.minus(this).isEmpty
  }

  /** Every path of the set. */
  *paths(prefix: readonly string[] = []): Generator<readonly string[]> {
    if (this.#member) yield prefix
    for (const [element, child] of this.#children) yield* child.paths([...prefix, element])
  }

  #combine(other: FieldSet, keep: (mine: boolean, theirs: boolean) => boolean): FieldSet {
    const result = new FieldSet()
    result.#member = keep(this.#member, other.#member)
    for (const element of new Set([...this.#children.keys(), ...other.#children.keys()])) {
      const child = (this.#children.get(element) ?? EMPTY).#combine(other.#children.get(element) ?? EMPTY, keep)
      if (!child.isEmpty) result.#children.set(element, child)
    }
    return result
  }
}

const EMPTY = new FieldSet()

/** A path as conflicts show it: `.metadata.labels.tenantName`, `.spec.workers[name="a"].minimum`. */
export function describePath(path: readonly string[]): string {
  return path.map(describeElement).join('')
}

function describeElement(element: string): string {
  if (element.startsWith('f:')) return `.${element.slice(2)}`
  if (element.startsWith('v:')) return `[=${element.slice(2)}]`
  const keys = Object.entries(JSON.parse(element.slice(2)) as JsonObject)
  return `[${keys.map(([key, value]) => `${key}=${JSON.stringify(value)}`).join(',')}]`
}
