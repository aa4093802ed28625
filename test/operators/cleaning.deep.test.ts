import { expect, test, vi } from 'vitest'
import { listCleaning } from '#lib/queries/operators/cleaning/list-cleaning.ts'
import { CLUSTER, clusterOn, detailOf, FOUND, followStates, observeConsole, startCloud } from './cleaning-world.ts'
import { soon } from './soon.ts'

// Processes that start a database and a garden take their time on a busy machine.
vi.setConfig({ testTimeout: 300_000 })

test('an account that cannot be cleaned is not given back: it comes into quarantine, and the board says why', async () => {
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
