import { askedAt } from '#lib/hap/lifecycle/cleaning.ts'
import type { Binding } from '#lib/hap/pools/binding.ts'
import { progressOf } from './progress.ts'

/**
 * Before which moment no cleaner looks at an account, in milliseconds since 1970 as `at`, which is now: it rests until `restedAt`, and nobody looks while
 * another process deletes in it. Whoever asks for it spares it all other waiting.
 */
export function nextLook(
  binding: Pick<Binding, 'kind' | 'uid' | 'createdAt' | 'labels' | 'annotations'>,
  restedAt: number,
  at: number,
): number {
  const { next, owner } = progressOf(binding)
  return Math.max(askedAt(binding, at) ?? Math.max(next, restedAt), owner?.until ?? 0)
}
