import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest'
import { readProgress } from '#lib/garden/cleaning-progress.ts'
import type { Binding } from '#lib/hap/pools/binding.ts'
import { pooledBinding, stateAt } from '#lib/hap/pools/pooled-binding.ts'
import { Secret } from '#lib/util/secret.ts'
import { type ActionKit, startActionKit } from '../../../test/garden/action-kit.ts'
import { atEveryEnd } from '../../../test/operators/at-every-end.ts'
import type { End } from '../../../test/operators/mortal-context.ts'
import { cleanAccount } from './clean-account.ts'
import type { Cleaner } from './cleaner.ts'
import { CommonFailures } from './cleaner-error.ts'
import type { CleanupContext } from './cleanup-context.ts'
import { startAws } from './testing/aws-stand-in.ts'
import { CleaningKit, refOf } from './testing/cleaning-kit.ts'
import { type CloudStandIn, fill } from './testing/cloud-kit.ts'

// Servers and timers are slow on a busy machine.
vi.setConfig({ hookTimeout: 60_000 })

let kit: ActionKit
let cloud: CloudStandIn
let cleaning: CleaningKit

beforeAll(async () => {
  kit = await startActionKit()
})
afterAll(() => kit.stop())

beforeEach(async () => {
  cloud = await startAws()
  cleaning = new CleaningKit(kit, cloud)
})
afterEach(async () => {
  await cloud.close()
  kit.audit.clear()
  kit.claims.fenced.clear()
})

async function stateOf(binding: Binding) {
  const now = await kit.observer.read(refOf(binding))
  const pooled = pooledBinding(now)
  return { state: pooled && stateAt(pooled, cleaning.now()), progress: readProgress(now) }
}

const ORDER = 'an order'
const DELETION = 'a deletion'

/**
 * A process that is killed before or after one of its writes to Gardener or one of its deletions at the provider, and
 * then does nothing.
 */
function killedAt({ kind, nth, side }: End, part: Partial<CleanupContext> = {}) {
  const dies = new AbortController()
  const writes = kit.writer()
  let count = 0
  const killed = (): never => {
    dies.abort()
    throw new Error('killed')
  }
  const mortal = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
    if (dies.signal.aborted) throw new Error('killed')
    const isLast = what === kind && count++ === nth
    if (isLast && side === 'before') killed()
    const answer = await work()
    return isLast ? killed() : answer
  }
  const { audit } = kit
  const actions = kit.context({
    now: cleaning.now,
    writes: { ...writes, write: order => mortal(ORDER, () => writes.write(order)) },
    audit: {
      intent: draft => mortal('audit', () => audit.intent(draft)),
      outcome: draft => mortal('audit', () => audit.outcome(draft)),
      refused: (draft, detail) => mortal('audit', () => audit.refused(draft, detail)),
    },
  })
  const { cleaner } = cloud
  const mortalCleaner: Cleaner = {
    ...cleaner,
    open(secret) {
      const account = cleaner.open(secret)
      return {
        ...account,
        delete: (resource, signal) => mortal(DELETION, () => account.delete(resource, signal)),
      }
    },
  }
  const cleaners = new Map([[cleaner.provider, mortalCleaner]])
  return { context: cleaning.context({ ...part, actions, cleaners, owner: 'killed' }), dies }
}

/**
 * Inspects with a process that is killed, then with the next one, until the account reaches a state. Returns the
 * states after each inspection, and whether the process was killed.
 */
async function lookedAt(binding: Binding, last: string, end: End, part: Partial<CleanupContext> = {}) {
  const { context, dies } = killedAt(end, part)
  const seen: string[] = []
  for (let look = 0; look < 12 && seen.at(-1) !== last; look++) {
    const { progress } = await stateOf(binding)
    cleaning.aheadMs = Math.max(cleaning.aheadMs, (progress.owner?.until ?? 0) - Date.now(), progress.next - Date.now())
    // Fences of a killed process expire.
    if (dies.signal.aborted) kit.claims.fenced.clear()
    const signal = dies.signal.aborted ? AbortSignal.timeout(30_000) : dies.signal
    await cleanAccount(
      dies.signal.aborted ? cleaning.context({ ...part, owner: 'next' }) : context,
      binding,
      signal,
    ).catch(() => {})
    seen.push((await stateOf(binding)).state ?? 'none')
  }
  expect(seen.at(-1)).toBe(last)
  return { seen, killed: dies.signal.aborted }
}

atEveryEnd('a process that is killed leaves nothing that another cannot end', [ORDER], async end => {
  const binding = await cleaning.dirty()
  fill(cloud, 1)
  const { seen, killed } = await lookedAt(binding, 'free', end)
  expect(cloud.cloud.ids()).toEqual([])
  // An account is verified between deletion and release.
  expect(seen.indexOf('verifying')).toBeGreaterThanOrEqual(0)
  return killed
})

atEveryEnd('another process finishes its deletions and tolerates completed ones', [DELETION], async end => {
  const binding = await cleaning.dirty()
  const ids = ['one', 'two', 'three']
  cloud.cloud.deletions.length = 0
  for (const id of ids)
    cloud.cloud.add({
      id,
      kind: 'volume',
      place: 'eu-central-1',
      cluster: 'shoot--kyma--c-1',
      used: false,
      ofProvider: false,
    })
  const { killed } = await lookedAt(binding, 'free', end)
  expect(cloud.cloud.ids()).toEqual([])
  expect(cloud.cloud.deletions.toSorted()).toEqual(ids.toSorted())
  const [first] = kit.audit.lines
  // The outcome of an intent of a killed process remains open until it is closed as unknown.
  expect(first).toBe(killed ? 'clean-account open' : 'clean-account accepted')
  return killed
})

const asWrong = () => ({ readSecret: async () => new Secret(cloud.wrongSecret), failures: new CommonFailures() })

atEveryEnd('an account that cannot be cleaned is quarantined after any kill', [ORDER], async end => {
  const binding = await cleaning.dirty()
  const ids = fill(cloud, 1)
  const { seen, killed } = await lookedAt(binding, 'quarantined', end, asWrong())
  expect(seen).not.toContain('free')
  const { progress } = await stateOf(binding)
  expect(progress).toMatchObject({ owner: null, reason: expect.stringMatching(/does not accept the credentials/) })
  expect(cloud.cloud.ids()).toEqual(ids)
  expect(kit.audit.lines.at(-1)).toMatch(/^quarantine /)
  kit.audit.clear()
  for (const id of ids) cloud.cloud.remove(id)
  return killed
})

atEveryEnd('so does one in which something stays that Gardener did not make', [ORDER], async end => {
  const binding = await cleaning.dirty()
  const foreign = fill(cloud, 1, { cluster: null })
  fill(cloud, 1)
  const { seen, killed } = await lookedAt(binding, 'quarantined', end, { failures: new CommonFailures() })
  expect(seen).not.toContain('free')
  expect(cloud.cloud.ids()).toEqual(foreign)
  expect((await stateOf(binding)).progress.evidence?.left).not.toEqual([])
  for (const id of foreign) cloud.cloud.remove(id)
  return killed
})
