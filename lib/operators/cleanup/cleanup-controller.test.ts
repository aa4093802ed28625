import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { pooledBinding, stateAt } from '#lib/hap/pools/pooled-binding.ts'
import { ACTION_VERBS } from '#lib/services/actions/action-service.ts'
import { Secret } from '#lib/util/secret.ts'
import { type ActionKit, OPERATOR, startActionKit } from '../../../test/garden/action-kit.ts'
import type { Cleaner } from './cleaner.ts'
import { SYSTEM_CLEANING } from './cleaning-state.ts'
import { CleanupController } from './cleanup-controller.ts'
import { startAws } from './testing/aws-stand-in.ts'
import { CleaningKit, refOf } from './testing/cleaning-kit.ts'
import type { CloudStandIn } from './testing/cloud-kit.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let kit: ActionKit
let cloud: CloudStandIn
let cleaning: CleaningKit

beforeAll(async () => {
  kit = await startActionKit()
  cloud = await startAws()
  cleaning = new CleaningKit(kit, cloud)
})
afterAll(async () => {
  await cloud.close()
  await kit.stop()
})

const EMPTY: Cleaner = {
  provider: 'aws',
  version: '1',
  looksAt: ['volume'],
  open: () => ({
    inventory: async () => ({ identity: '123456789012', places: ['eu-west-1'], resources: [] }),
    delete: async () => 'gone',
    close() {},
  }),
}

/** Hangs regardless of the signal. */
const HANGING: Cleaner = {
  ...EMPTY,
  provider: 'azure',
  open: () => ({ ...EMPTY.open(new Secret(new Map())), inventory: () => new Promise(() => {}) }),
}

test('dirty accounts become free while another provider hangs, and stop ends all inspections', async () => {
  const bindings = await Promise.all([1, 2, 3].map(() => cleaning.dirty()))
  const failures: unknown[] = []
  const timing = { ...SYSTEM_CLEANING, pauseMs: 50 }
  const cleaners = new Map([EMPTY, HANGING].map(cleaner => [cleaner.provider, cleaner]))
  const controller = new CleanupController(cleaning.context({ cleaners, timing, deadlineMs: 30_000 }), {
    limits: { perLane: 2, perPool: 2 },
    restMs: 0,
    looked: () => {},
    failed: (_, error) => failures.push(error),
  })
  controller.turn()
  await vi.waitFor(
    async () => {
      for (const binding of bindings) {
        const pooled = pooledBinding(await kit.observer.read(refOf(binding)))
        expect(pooled && stateAt(pooled, Date.now())).toBe('free')
      }
    },
    { timeout: 50_000, interval: 200 },
  )
  expect(controller.metrics().looks).toMatchObject({ failed: 0, quarantined: 0 })
  expect(controller.metrics()).toMatchObject({ retries: 0, errors: 0 })
  expect(controller.metrics().runs).toBe(controller.metrics().workDuration.count)
  expect(controller.metrics().queueLatency.count).toBe(controller.metrics().adds)
  // The inspections of the other provider hang in their slots.
  expect(controller.metrics().working).toBeGreaterThan(0)
  expect(controller.metrics().looks.free).toBeGreaterThanOrEqual(bindings.length)
  await controller.stop()
  expect(controller.metrics().working).toBe(0)
  expect(failures).toEqual([])
})

test('a dirty account waits before its first inspection unless requested', async () => {
  const binding = await cleaning.dirty()
  const touched: string[] = []
  const cleaners = new Map([['aws', EMPTY]])
  const controller = new CleanupController(cleaning.context({ cleaners }), {
    limits: { perLane: 99, perPool: 99 },
    restMs: 600_000,
    looked: ({ name }) => touched.push(name),
    failed: ({ name }) => touched.push(name),
  })
  controller.turn()
  await vi.waitFor(() => expect(controller.metrics().working).toBe(0), { timeout: 30_000 })
  expect(touched).not.toContain(binding.name)
  const order = { binding: refOf(binding), reason: 'A tenant waits.' }
  expect(
    await ACTION_VERBS['start-cleaning'].perform(kit.context(), OPERATOR, order, { requestId: null }),
  ).toMatchObject({
    status: 'done',
  })
  await vi.waitFor(
    () => {
      controller.turn()
      expect(touched).toContain(binding.name)
    },
    { timeout: 30_000, interval: 100 },
  )
  await controller.stop()
})
