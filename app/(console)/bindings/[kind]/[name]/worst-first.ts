import { formatOperation } from '#lib/hap/pools/shoot.ts'
import type { AccountShoot } from '#lib/queries/bindings/binding-detail.ts'

/**
 * Sorts failed clusters first, then those with a running operation, then the others; stable within
 * each group.
 */
export function worstFirst(shoots: readonly AccountShoot[]): readonly AccountShoot[] {
  return shoots.toSorted((a, b) => troubleOf(a) - troubleOf(b))
}

function troubleOf({ shoot: { lastOperation, errorCodes, deletedAt } }: AccountShoot): number {
  const outcome = lastOperation ? formatOperation(lastOperation).outcome : 'running'
  if (outcome === 'failed' || errorCodes.length > 0) return 0
  return outcome === 'running' || deletedAt !== null ? 1 : 2
}
