import { expect, test } from 'vitest'
import { GardenError } from '#lib/garden/client/garden-error.ts'
import { QueueMeter } from '#lib/operators/framework/metrics.ts'
import { getControllers, type RunningOperators } from './controllers.ts'

const SINCE = '2026-11-23T12:00:00.000000Z'

const atWork = (part: Partial<RunningOperators>): RunningOperators => ({
  identity: 'hap-1',
  lead: async () => ({ name: 'hap-1', since: SINCE }),
  controllers: () => [],
  ...part,
})

test.each<[string, Partial<RunningOperators>, object]>([
  ['this process', {}, { known: true, here: true, name: 'hap-1', since: SINCE }],
  ['another', { identity: null }, { known: true, here: false, name: 'hap-1', since: SINCE }],
  ['no process', { lead: async () => null }, { known: true, here: false, name: null }],
  [
    'a leader that cannot be read',
    {
      lead: () =>
        Promise.reject(
          new GardenError({ kind: 'forbidden', doing: 'get leases', because: 'the console may not read leases.' }),
        ),
    },
    { known: false, reason: expect.stringMatching(/may not read leases/) },
  ],
])('reports %s as leader', async (_, part, leader) => {
  expect((await getControllers(atWork(part))).leader).toEqual(leader)
})

test('reports depth, wait bound and errors of each controller', async () => {
  const meter = new QueueMeter()
  for (let run = 0; run < 100; run++) {
    meter.began(run < 96 ? 40 : 90_000)
    meter.ended(5)
  }
  meter.failed(false)
  meter.failed(true)
  const metrics = { depth: 2, scheduled: 3, working: 1, longestRunMs: 0, ...meter.snapshot() }
  const { controllers } = await getControllers(
    atWork({
      controllers: () => [
        { name: 'cluster', metrics },
        { name: 'cleanup', metrics: { ...metrics, ...new QueueMeter().snapshot() } },
      ],
    }),
  )
  expect(controllers).toMatchObject([
    { name: 'cluster', depth: 2, scheduled: 3, working: 1, runs: 100, retries: 2, errors: 1, waitMs: 50 },
    { name: 'cleanup', runs: 0, waitMs: null },
  ])
})
