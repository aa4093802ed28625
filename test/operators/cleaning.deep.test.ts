import { expect, test, vi } from 'vitest'
import { listCleaning } from '#lib/queries/bindings/list-cleaning.ts'
import {
  CLUSTER,
  clusterOn,
  detailOf,
  exists,
  FOUND,
  followStates,
  observeConsole,
  startCloud,
} from './cleaning-world.ts'
import { soon } from './soon.ts'

// Processes that start a database and a garden are slow on a busy machine.
vi.setConfig({ testTimeout: 300_000 })

test('the account of a deleted Cluster is cleaned after its shoot is deleted, verified as empty twice, and free with evidence', async () => {
  const cloud = await startCloud()
  const { folder, client, binding, shoot, left } = await clusterOn(cloud)
  const context = await observeConsole(folder)
  const seen = await followStates(client, binding, shoot)
  expect(detailOf(context(), binding)).toMatchObject({ row: { state: 'claimed' }, evidence: null })
  expect(cloud.cloud.ids()).toEqual(left)
  await client.delete(CLUSTER)
  // During the second check the board shows the result of the first.
  await soon(() => detailOf(context(), binding)?.row.state, 120_000).toBe('verifying')
  const verifying = detailOf(context(), binding)?.cleaning
  expect(verifying?.evidence).toMatchObject({ identity: cloud.identity, found: FOUND, deleted: FOUND, left: [] })
  expect(verifying?.evidence?.emptyAt).toHaveLength(1)
  await soon(() => detailOf(context(), binding)?.row.state, 60_000).toBe('free')

  await soon(() => seen.states).toEqual(['dirty', 'cleaning', 'verifying', 'free'])
  expect(await seen.shootAtDirty()).toBe(false)
  expect(await exists(client, shoot)).toBe(false)
  expect(cloud.cloud.ids()).toEqual([])
  expect(cloud.cloud.deletions.toSorted()).toEqual(left.toSorted())
  const { evidence, cleaning, row } = detailOf(context(), binding) ?? {}
  expect(row?.tenant).toBeNull()
  expect(cleaning).toBeNull()
  expect(evidence).toContain(`aws cleaner 1 on ${cloud.identity} (eu-central-1, us-east-1): found ${FOUND}`)
  expect(evidence).toMatch(/, deleted .*, left nothing; .*\. Empty twice in a row; 0 clusters known$/)
})

test('an account that cannot be cleaned is quarantined, and the board says why', async () => {
  const cloud = await startCloud()
  const { folder, client, binding, shoot, left } = await clusterOn(cloud)
  const [stuck = ''] = left.filter(id => id.startsWith('volume'))
  cloud.cloud.faults.stuck.add(stuck)
  const context = await observeConsole(folder)
  const seen = await followStates(client, binding, shoot)
  await client.delete(CLUSTER)
  await soon(() => detailOf(context(), binding)?.row.state, 180_000).toBe('quarantined')

  await soon(() => seen.states).toEqual(['dirty', 'cleaning', 'quarantined'])
  expect(cloud.cloud.ids()).toEqual([stuck])
  const { rows } = listCleaning(context(), { q: binding, sort: '', offset: 0, limit: 10 })
  expect(rows).toMatchObject([{ name: binding, state: 'quarantined', failures: 3, nextLook: null }])
  expect(rows[0]?.reason).toMatch(new RegExp(`^Could not delete volume ${stuck} in .* \\(VolumeInUse\\)\\.$`))
  const shown = detailOf(context(), binding)?.cleaning?.evidence
  expect(shown).toMatchObject({ found: FOUND, left: [{ what: expect.stringContaining(stuck) }], emptyAt: [] })
})
