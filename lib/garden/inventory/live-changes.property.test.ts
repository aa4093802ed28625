import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { FaultInput } from '#embedded-garden/faults/fault.ts'
import { createRandom } from '#embedded-garden/landscape/random.ts'
import { freshPicture, isUpToDate, startLiveGarden } from '../../../test/garden/live-garden.ts'
import { randomChanges } from '../../../test/garden/random-changes.ts'
import { pictureOf } from '../../../test/garden/reference.ts'
import { repetitions } from '../../../test/kit/repetitions.ts'

const MISHAPS: readonly FaultInput[] = [
  { match: { verb: 'watch' }, mishap: { type: 'drop-watch', afterMs: 20 } },
  { match: { verb: 'watch' }, mishap: { type: 'expire-watch' } },
  { match: { verb: 'watch' }, mishap: { type: 'stall-watch' } },
  { match: { verb: 'watch' }, mishap: { type: 'status', status: 500 } },
  { match: { verb: 'list' }, mishap: { type: 'status', status: 410, reason: 'Expired' } },
  { match: { verb: 'list' }, mishap: { type: 'lose-answer' } },
  { match: { verb: 'list' }, mishap: { type: 'delay', ms: 100 } },
]

const SEED = 1

const CHANGES = repetitions({ fast: 2_000, deep: 10_000 })
const ROUNDS = 4

test('after random changes under random faults the inventory equals a fresh list', async () => {
  // The window has 300 changes: a watch that was interrupted for long gets 410 and must list again.
  const it = await startLiveGarden({ size: 'empty', pageSize: 20, window: { changes: 300, bytes: 1 << 30 } })
  const change = randomChanges(it.garden, SEED)
  const random = createRandom(SEED, 'faults')
  const { store, aggregatedApi } = it.garden.services
  for (let i = 1; i <= CHANGES; i++) {
    change()
    if (random.chance(0.01)) it.garden.faults.add(random.pick(MISHAPS))
    if (random.chance(0.005)) aggregatedApi.stop()
    if (random.chance(0.01)) aggregatedApi.start()
    if (random.chance(0.001)) store.forgetHistory()
    if (random.chance(0.02)) await delay(random.int(0, 30))
    if (i % (CHANGES / ROUNDS) === 0) {
      it.garden.faults.clear()
      aggregatedApi.start()
      await expect.poll(() => isUpToDate(it), { timeout: 30_000, interval: 100 }).toBe(true)
    }
  }
  const fresh = await freshPicture(it.observer)
  expect(pictureOf(it.inventory, fresh)).toEqual(fresh)
  expect(fresh.shoots.length).toBeGreaterThan(50)
  const userAgent = 'hap-console/test'
  for (const verb of ['watch', 'list'])
    expect(it.garden.requests.count({ verb, userAgent })).toBeGreaterThan(CHANGES / 250)
  await it.stop()
}, 180_000)
