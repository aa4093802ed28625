import { expect, test } from 'vitest'
import type { User } from '#lib/auth/session.ts'
import { MAX_LINK_STATE } from '#lib/paths.ts'
import {
  getSimulatorLink,
  LINK_LIFETIME_DAYS,
  MAX_LINKS,
  saveSimulatorLink,
} from '#lib/services/simulator/simulator-links.ts'
import type { Store } from '#lib/store/store.ts'
import { testStore } from './test-store.ts'

const vera: User = { id: 'viewer', name: 'Vera Viewer', role: 'viewer' }
const omar: User = { id: 'operator', name: 'Omar Operator', role: 'operator' }

const DAY_MS = 24 * 60 * 60 * 1000
const AT = new Date('2026-11-23T10:00:00Z')
const after = (days: number) => new Date(AT.getTime() + days * DAY_MS)

const refused = (status: number) => expect.objectContaining({ name: 'RefusedError', status })
const countLinks = (store: Store) => store.db.simulatorLink.count()

test('returns one link for the same state, regardless of the author, and resolves it', async () => {
  const store = await testStore()
  const id = await saveSimulatorLink(store, vera, { state: 'plan=aws&ga=ga-1', at: AT })
  expect(id).toMatch(/^[\w-]{16}$/)
  expect(await saveSimulatorLink(store, omar, { state: 'plan=aws&ga=ga-1', at: after(1) })).toBe(id)
  expect(await saveSimulatorLink(store, omar, { state: 'plan=aws&ga=ga-2', at: after(1) })).not.toBe(id)
  expect(await getSimulatorLink(store, { id, at: after(2) })).toBe('plan=aws&ga=ga-1')
  expect(await store.db.simulatorLink.findUnique({ where: { id } })).toMatchObject({ author: 'viewer', createdAt: AT })
})

test('stores one link for simultaneous copies', async () => {
  const store = await testStore()
  const ids = await Promise.all(
    Array.from({ length: 8 }, (_, n) => saveSimulatorLink(store, n % 2 ? vera : omar, { state: 'plan=gcp', at: AT })),
  )
  expect([new Set(ids).size, await countLinks(store)]).toEqual([1, 1])
})

test('a link expires after its lifetime, which starts again each time it is copied', async () => {
  const store = await testStore()
  const link = { state: 'plan=aws', at: AT }
  const id = await saveSimulatorLink(store, vera, link)
  await saveSimulatorLink(store, vera, { ...link, at: after(100) })
  expect(await getSimulatorLink(store, { id, at: after(LINK_LIFETIME_DAYS + 99) })).toBe('plan=aws')
  await expect(getSimulatorLink(store, { id, at: after(LINK_LIFETIME_DAYS + 100) })).rejects.toEqual(refused(404))
  await saveSimulatorLink(store, vera, { state: 'plan=gcp', at: after(LINK_LIFETIME_DAYS + 100) })
  expect(await countLinks(store)).toBe(1)
})

test('limits the links of one person, without those of others', async () => {
  const store = await testStore()
  const others = await saveSimulatorLink(store, omar, { state: 'plan=trial', at: AT })
  const expiresAt = after(LINK_LIFETIME_DAYS + 1)
  await store.db.simulatorLink.createMany({
    data: Array.from({ length: MAX_LINKS }, (_, n) => ({
      id: `old-${n}`,
      author: 'viewer',
      authorName: 'Vera Viewer',
      state: `ga=${n}`,
      createdAt: AT,
      expiresAt: new Date(expiresAt.getTime() + n),
    })),
  })
  const id = await saveSimulatorLink(store, vera, { state: 'plan=aws', at: after(2) })
  expect(await store.db.simulatorLink.count({ where: { author: 'viewer' } })).toBe(MAX_LINKS)
  expect(await store.db.simulatorLink.findUnique({ where: { id: 'old-0' } })).toBeNull()
  expect(await getSimulatorLink(store, { id, at: after(3) })).toBe('plan=aws')
  expect(await getSimulatorLink(store, { id: others, at: after(3) })).toBe('plan=trial')
})

test.each([[''], ['plan=aws ga=1'], ['plan=ü'], ['x'.repeat(MAX_LINK_STATE + 1)], [null], [{ plan: 'aws' }]])(
  'refuses the state %j',
  async state => {
    const store = await testStore()
    await expect(saveSimulatorLink(store, vera, { state, at: AT })).rejects.toEqual(refused(400))
  },
)

test.each([[''], ['short'], ['x'.repeat(16)], ["';--AAAAAAAAAAAA"], [null], [['x']]])(
  'finds no link for %j',
  async id => {
    const store = await testStore()
    await expect(getSimulatorLink(store, { id, at: AT })).rejects.toEqual(refused(404))
  },
)
