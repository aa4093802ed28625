import { ANNOTATIONS } from '../pools/annotations.ts'
import type { Binding } from '../pools/binding.ts'

/** Selections and changes of a binding so far; 0 before the first, and where the note is no count. */
export function epochOf({ annotations }: Pick<Binding, 'annotations'>): number {
  const noted = annotations[ANNOTATIONS.epoch] ?? ''
  return /^\d{1,15}$/.test(noted) ? Number(noted) : 0
}
