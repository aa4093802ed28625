import { afterEach, describe, expect, test, vi } from 'vitest'
import { Secret } from '#lib/util/secret.ts'
import { type InspectionOrder, inspectAccount } from './inspect-account.ts'
import { startAws } from './testing/aws-stand-in.ts'
import { startAzure } from './testing/azure-stand-in.ts'
import { CANARY, type CloudStandIn, fill, PROJECT } from './testing/cloud-kit.ts'
import { startGcp } from './testing/gcp-stand-in.ts'

// Servers and timers are slow on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

let open: CloudStandIn | null = null
afterEach(async () => {
  await open?.close()
  open = null
})

/** Inspects the account with default dependencies. */
async function look(cloud: CloudStandIn, part: Partial<InspectionOrder> = {}) {
  const found = await inspectAccount({
    cleaner: cloud.cleaner,
    secret: new Secret(cloud.secret),
    facts: { project: PROJECT, living: new Set() },
    before: null,
    protectedIdentities: new Set(),
    begin: async () => true,
    signal: AbortSignal.timeout(20_000),
    now: () => Date.parse('2026-11-23T12:00:00Z'),
    ...part,
  })
  // Responses of providers contain secrets, which must not leak.
  expect(JSON.stringify(found)).not.toContain(CANARY)
  return found
}

describe.each([
  ['aws', startAws],
  ['azure', startAzure],
  ['gcp', startGcp],
])('the cleaner of %s', (_, start) => {
  const begin = async (perPlace = 0, part: Parameters<typeof fill>[2] = {}) => {
    const cloud = await start()
    open = cloud
    return { cloud, ids: fill(cloud, perPlace, part) }
  }

  test('finds an empty account empty', async () => {
    const { cloud } = await begin()
    const found = await look(cloud)
    expect(found).toMatchObject({ found: 'nothing', evidence: { identity: cloud.identity, left: [], found: {} } })
  })

  test('deletes all pages of resources, except those that Gardener did not create', async () => {
    const { cloud } = await begin(8)
    const foreign = fill(cloud, 1, { cluster: null })
    expect((await look(cloud)).found).toBe('deleting')
    expect(cloud.cloud.ids().toSorted()).toEqual(foreign.toSorted())
    expect(await look(cloud)).toMatchObject({
      found: 'foreign',
      reason: expect.stringMatching(/not known to be created by Gardener/),
    })
    expect(cloud.cloud.deletions).toHaveLength(8 * cloud.places.length)
  })

  test('deletes nothing in a dry run, and reports what it would delete', async () => {
    const { cloud, ids } = await begin(2)
    const found = await look(cloud, { begin: null })
    expect(found).toMatchObject({
      found: 'dry-run',
      reason: expect.stringMatching(/^Dry run: \d+ .* would be deleted\.$/),
    })
    expect(cloud.cloud.ids()).toEqual(ids)
  })

  test('does not delete a resource that came into use since the inventory', async () => {
    const { cloud, ids } = await begin(1)
    await expect(look(cloud, { begin: async () => false })).rejects.toThrow(
      expect.objectContaining({ name: 'AccountTakenError' }),
    )
    expect(cloud.cloud.ids()).toEqual(ids)
  })

  test('deletes nothing in an account with a cluster', async () => {
    const { cloud, ids } = await begin(1, { cluster: 'shoot--kyma--alive' })
    fill(cloud, 1)
    const before = cloud.cloud.ids()
    // A provider that does not name the cluster on every resource names it on some.
    const found = await look(cloud, { facts: { project: PROJECT, living: new Set(['shoot--kyma--alive']) } })
    expect(found).toMatchObject({ found: 'foreign', reason: expect.stringMatching(/its cluster still exists/) })
    expect(cloud.cloud.ids()).toEqual(before)
    expect(ids.length).toBeGreaterThan(0)
  })

  test('deletes nothing of an account of another Gardener project', async () => {
    const { cloud } = await begin(2, { cluster: 'shoot--other--c-1' })
    const found = await look(cloud)
    expect(found).toMatchObject({ found: 'foreign', reason: expect.stringMatching(/another Gardener project/) })
    expect(cloud.cloud.deletions).toEqual([])
  })

  test.each<[string, (identity: string) => string]>([
    ['as it is written there', identity => identity],
    ['in capitals', identity => identity.toUpperCase()],
  ])('refuses an account that is protected %s', async (_how, written) => {
    const { cloud, ids } = await begin(1)
    const found = await look(cloud, { protectedIdentities: new Set([written(cloud.identity)]) })
    expect(found).toMatchObject({ found: 'failure', passing: false, reason: expect.stringMatching(/protected/) })
    expect(cloud.cloud.ids()).toEqual(ids)
  })

  test('waits while throttled, and fails after a while', async () => {
    const { cloud } = await begin(1)
    cloud.cloud.faults.throttled = 2
    expect((await look(cloud)).found).toBe('deleting')
    cloud.cloud.faults.throttled = 1_000
    expect(await look(cloud)).toMatchObject({
      found: 'failure',
      passing: true,
      reason: expect.stringMatching(/limits requests/),
    })
  })

  test('retries after an outage, and fails after a while', async () => {
    const { cloud } = await begin(1)
    cloud.cloud.faults.outages = 2
    expect((await look(cloud)).found).toBe('deleting')
    cloud.cloud.faults.outages = 1_000
    expect(await look(cloud)).toMatchObject({ found: 'failure', passing: true })
  })

  test('does not treat a location that cannot be listed as empty', async () => {
    const { cloud } = await begin()
    cloud.cloud.faults.darkPlace = cloud.places[0]?.[1] ?? null
    expect(await look(cloud)).toMatchObject({ found: 'failure', passing: true })
  })

  test('reports invalid and missing credentials', async () => {
    const { cloud, ids } = await begin(1)
    for (const secret of [cloud.wrongSecret, new Map<string, string>(), new Map([['serviceaccount.json', '{']])]) {
      const found = await look(cloud, { secret: new Secret(secret) })
      expect(found).toMatchObject({
        found: 'failure',
        passing: false,
        reason: expect.stringMatching(/credentials|Secret/),
      })
    }
    expect(cloud.cloud.ids()).toEqual(ids)
  })

  test('deletes the rest when one deletion is refused, and reports the refused one', async () => {
    const { cloud, ids } = await begin(2)
    const [stuck = ''] = ids
    cloud.cloud.faults.stuck.add(stuck)
    const found = await look(cloud)
    expect(cloud.cloud.ids()).toEqual([stuck])
    expect(found).toMatchObject({ found: 'deleting', reason: expect.stringContaining(stuck) })
    const again = await look(cloud)
    expect(again).toMatchObject({ found: 'failure', passing: false, reason: expect.stringContaining(stuck) })
    cloud.cloud.faults.stuck.clear()
    expect((await look(cloud)).found).toBe('deleting')
    expect((await look(cloud)).found).toBe('nothing')
  })

  test('treats resources in use as temporary', async () => {
    const { cloud, ids } = await begin(1, { used: true })
    const found = await look(cloud)
    if (found.found === 'left') expect(found.reason).toMatch(/something still uses it/)
    else expect(found).toMatchObject({ reason: expect.stringMatching(/depends on it/) })
    for (const id of ids) cloud.cloud.use(id, false)
    for (let round = 0; cloud.cloud.ids().length > 0 && round < 3; round++) await look(cloud)
    expect((await look(cloud)).found).toBe('nothing')
  })

  test('tolerates lists that still contain deleted resources', async () => {
    const { cloud } = await begin(3)
    cloud.cloud.faults.lag = 4
    const found: string[] = []
    while (found.at(-1) !== 'nothing' && found.length < 12) found.push((await look(cloud)).found)
    expect(new Set(found.slice(0, -1))).toEqual(new Set(['deleting']))
    expect(found.at(-1)).toBe('nothing')
    expect(new Set(cloud.cloud.deletions).size).toBe(cloud.cloud.deletions.length)
  })

  test('an abort ends a call immediately, even if the provider hangs', async () => {
    const { cloud } = await begin(1)
    cloud.cloud.faults.silent = true
    const started = performance.now()
    await expect(look(cloud, { signal: AbortSignal.timeout(50) })).rejects.toThrow()
    expect(performance.now() - started).toBeLessThan(10_000)
  })
})
