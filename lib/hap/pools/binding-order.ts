import { compareText } from '../compare-text.ts'
import type { Binding } from './binding.ts'
import type { PooledBinding } from './pooled-binding.ts'

/** The order the Kubernetes API lists objects in, and so KEB's: by name; kind and namespace only break ties of ours. */
export function compareBindings(a: Binding, b: Binding): number {
  return compareText(a.name, b.name) || compareText(a.kind, b.kind) || compareText(a.namespace, b.namespace)
}

/** A sorted list with one more binding; the list given stays as it is, since decisions hold on to it. */
export function withBinding(list: readonly PooledBinding[], added: PooledBinding): readonly PooledBinding[] {
  return list.toSpliced(placeOf(list, added), 0, added)
}

export function withoutBinding(list: readonly PooledBinding[], removed: PooledBinding): readonly PooledBinding[] {
  const place = placeOf(list, removed)
  return list[place] === removed ? list.toSpliced(place, 1) : list
}

/** Sorted lists as one sorted list. */
export function mergeBindings(lists: readonly (readonly PooledBinding[])[]): readonly PooledBinding[] {
  const filled = lists.filter(list => list.length > 0)
  const [only] = filled
  if (!only) return []
  return filled.length === 1 ? only : filled.flat().sort((a, b) => compareBindings(a.binding, b.binding))
}

function placeOf(list: readonly PooledBinding[], wanted: PooledBinding): number {
  let low = 0
  let high = list.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const found = list[middle]
    if (found && compareBindings(found.binding, wanted.binding) < 0) low = middle + 1
    else high = middle
  }
  return low
}
