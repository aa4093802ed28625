import { setTimeout as sleep } from 'node:timers/promises'
import { claimRows } from '../stress/claim-rows.ts'
import { isUnsettled, judge, unproved } from '../stress/history.ts'
import { stateOf, type Violation } from '../stress/history-facts.ts'
import { RECOVERY_MS } from '../stress/recoveries.ts'
import type { Version } from '../stress/witness.ts'
import type { Promised } from './claims.ts'

/** Minimum of cases for which a run without violations proves anything. */
const FLOORS = { selection: 10, cleaned: 3, kept: 1, ended: 10 }

/** Waits until all claims are settled, for at most the time of a recovery. */
export async function settled(databaseUrl: string): Promise<void> {
  const end = performance.now() + RECOVERY_MS
  while (performance.now() < end) {
    const claims = await claimRows(databaseUrl)
    if (!claims.some(({ status }) => isUnsettled(status))) return
    await sleep(1_000)
  }
}

/** Checks the responses to clients against every version of every binding, and the claims in the database. */
export async function judgeHistory(
  versions: readonly Version[],
  { acknowledged, done }: Promised,
  databaseUrl: string,
): Promise<{ readonly violations: readonly Violation[]; readonly looked: Readonly<Record<string, number>> }> {
  const epochs = new Map<string, number>()
  for (const version of versions) {
    const { selectedBy, epoch } = stateOf(version)
    if (selectedBy !== null && !epochs.has(selectedBy)) epochs.set(selectedBy, epoch)
  }
  const { violations, looked } = judge({
    versions,
    acknowledged: acknowledged.map(claim => ({ ...claim, epoch: epochs.get(claim.id) ?? 0 })),
    claims: await claimRows(databaseUrl),
    allowed: [],
    limit: 1,
    left: [],
    foreign: [],
    done,
  })
  return { violations: [...violations, ...unproved(looked, FLOORS)], looked }
}
