import { expect, test } from 'vitest'
import type { ImpactSummaryState } from '../impact/use-impact.ts'
import { emptyPoolWarning, impactDisabledReason } from './publication-dialog.tsx'

const known = { kind: 'known', summary: { counts: [], unknown: 0 }, partial: false, estimated: false } as const
const failed = { kind: 'failed', reason: 'No.', retry: () => {} } as const
const WAIT = 'Computing the impact on clusters…'
const ASK = 'Compute the impact on clusters, or confirm to publish without it.'

test.each<[ImpactSummaryState, boolean, string | null]>([
  [{ kind: 'computing' }, false, WAIT],
  // A waiver counts only after this preview failed as well.
  [{ kind: 'computing' }, true, WAIT],
  [failed, false, ASK],
  [failed, true, null],
  [known, false, null],
])('blocks the publication with impact %j, waived %j: %s', (impact, waived, obstacle) => {
  expect(impactDisabledReason(impact, waived)).toBe(obstacle)
})

test('warns of clusters whose next request would use an empty pool, and of nothing else', () => {
  const moved = { impact: 'moved', clusters: 5, globalAccounts: 2 }
  const empty = { impact: 'empty-pool', clusters: 1, globalAccounts: 1 }
  expect(emptyPoolWarning({ counts: [moved], unknown: 3 })).toBeNull()
  expect(emptyPoolWarning({ counts: [empty, moved], unknown: 0 })).toMatch(/^1 cluster would use an empty pool, /)
})
