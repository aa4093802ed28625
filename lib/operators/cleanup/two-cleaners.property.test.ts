import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { readProgress } from '#lib/garden/cleaning-progress.ts'
import type { Binding } from '#lib/hap/pools/binding.ts'
import { pooledBinding, stateAt } from '#lib/hap/pools/pooled-binding.ts'
import { type ActionKit, startActionKit } from '../../../test/garden/action-kit.ts'
import { repetitions } from '../../../test/kit/repetitions.ts'
import { cleanAccount } from './clean-account.ts'
import { startAws } from './testing/aws-stand-in.ts'
import { CleaningKit, refOf } from './testing/cleaning-kit.ts'
import { type CloudStandIn, fill } from './testing/cloud-kit.ts'

// Servers and timers are slow on a busy machine.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 60_000 })

let kit: ActionKit
let cloud: CloudStandIn
let cleaning: CleaningKit

beforeAll(async () => {
  kit = await startActionKit()
})
afterAll(() => kit.stop())
beforeEach(async () => {
  cloud = await startAws()
})
afterEach(() => cloud.close())

/** Required number of runs: a slow machine takes longer, but proves no less. */
const RUNS = repetitions({ fast: 2, deep: 16 })

/** Events around one turn in which both processes inspect. */
interface Turn {
  /** Writes of the first and of the second process that fail, by number, before or after they take effect. */
  readonly fails: readonly [number | null, number | null]
  readonly lands: boolean
  /** New resources appear. */
  readonly more: boolean
  /** Throttled responses of the provider. */
  readonly throttled: number
}

const anyFailure = fc.option(fc.integer({ min: 1, max: 3 }), { nil: null })

const anyTurn: fc.Arbitrary<Turn> = fc.record({
  fails: fc.tuple(anyFailure, anyFailure),
  lands: fc.boolean(),
  more: fc.boolean(),
  throttled: fc.nat(4),
})

/** Writes of which one fails, as does every later step of the inspection. */
function failing(nth: number | null, lands: boolean) {
  const writes = kit.writer()
  let count = 0
  const failed = () => {
    throw new Error('killed')
  }
  return {
    ...writes,
    async write(order: Parameters<typeof writes.write>[0]) {
      count += 1
      if (nth !== null && (count > nth || (count === nth && !lands))) failed()
      const answer = await writes.write(order)
      return count === nth ? failed() : answer
    },
  }
}

const stateOf = async (binding: Binding) => {
  const now = await kit.observer.read(refOf(binding))
  const pooled = pooledBinding(now)
  return { state: pooled && stateAt(pooled, cleaning.now()), progress: readProgress(now) }
}

async function bothLook(binding: Binding, { fails, lands }: Pick<Turn, 'fails' | 'lands'>): Promise<void> {
  const looks = fails.map((nth, process) => {
    const actions = kit.context({ now: cleaning.now, writes: failing(nth, lands) })
    const context = cleaning.context({ actions, owner: `process-${process}` })
    return cleanAccount(context, binding, AbortSignal.timeout(60_000)).catch(() => null)
  })
  await Promise.all(looks)
  // Fences of failed processes expire.
  kit.claims.fenced.clear()
}

test('two processes that fail at any write free an account only when it is empty, and delete nothing afterwards', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyTurn, { minLength: 1, maxLength: 4 }), async turns => {
      cleaning = new CleaningKit(kit, cloud)
      Object.assign(cloud.cloud.faults, { throttled: 0 })
      const binding = await cleaning.dirty()
      fill(cloud, 1)
      const calm: Turn = { fails: [null, null], lands: true, more: false, throttled: 0 }
      for (const turn of [...turns, ...Array<Turn>(20).fill(calm)]) {
        const { state, progress } = await stateOf(binding)
        if (state === 'free') break
        expect(state).not.toBe('quarantined')
        const due = Math.max(progress.next, progress.owner?.until ?? 0)
        cleaning.aheadMs = Math.max(cleaning.aheadMs, due - Date.now())
        if (turn.more) fill(cloud, 1)
        cloud.cloud.faults.throttled = turn.throttled
        await bothLook(binding, turn)
      }
      expect((await stateOf(binding)).state).toBe('free')
      expect(cloud.cloud.ids()).toEqual([])
      // The next owner creates a resource.
      const own = fill(cloud, 1)
      await bothLook(binding, calm)
      expect(cloud.cloud.ids()).toEqual(own)
      for (const id of own) cloud.cloud.remove(id)
    }),
    { numRuns: RUNS },
  )
})
