import type { Outcome } from '#lib/hap/selection/decision.ts'

/** What becomes of combinations, as a fragment and by how much it matters. */
export const OUTCOME_WORDS: Readonly<
  Record<Outcome['kind'], { readonly words: string; readonly verdict: 'ok' | 'warn' | 'wrong' }>
> = {
  'no-rule': { words: 'no rule', verdict: 'wrong' },
  refused: { words: 'refused', verdict: 'wrong' },
  guard: { words: 'stopped', verdict: 'wrong' },
  wait: { words: 'would wait', verdict: 'warn' },
  claim: { words: 'claims', verdict: 'ok' },
  reuse: { words: 'reuses', verdict: 'ok' },
  shared: { words: 'shares', verdict: 'ok' },
}
