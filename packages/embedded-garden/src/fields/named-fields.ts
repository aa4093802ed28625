import type { Shape } from '#embedded-garden/schema/shape.ts'
import { fieldShape } from './elements.ts'
import { FieldSet } from './field-set.ts'

/**
 * Adds to a set the structs on its paths, so that removing every owned field of a struct also
 * removes the empty struct (structured-merge-diff: EnsureNamedFieldsAreMembers). Maps on the paths
 * are not added.
 */
export function withNamedFields(set: FieldSet, shape: Shape): FieldSet {
  const named = new FieldSet()
  for (const path of set.paths()) {
    let at = shape
    for (const [i, element] of path.entries()) {
      if (element.startsWith('f:')) {
        const name = element.slice(2)
        if (at.type === 'struct' && at.fields.has(name)) named.insert(path.slice(0, i + 1))
        at = fieldShape(at, name)
      } else at = at.type === 'list' ? at.items : at
    }
  }
  return set.union(named)
}
