import type { Shape } from '#embedded-garden/schema/shape.ts'
import { fieldShape } from './elements.ts'
import { FieldSet } from './field-set.ts'

/**
 * A set with the structs its paths lead through. Whoever owns something in a struct owns the struct in this sense: when all of
 * it goes, nothing empty stays behind (structured-merge-diff: EnsureNamedFieldsAreMembers). Maps are not owned that way.
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
