import { expect, test } from 'vitest'
import { MIGRATIONS } from '#lib/store/generated/migrations.ts'
import { openStore } from '#lib/store/open-store.ts'
import { newServerDatabase, SILENT } from './test-store.ts'

test('of several processes one migrates, and all are ready', async () => {
  const url = await newServerDatabase()
  const told: string[] = []
  const events = { ...SILENT, migrated: (names: readonly string[]) => void told.push(...names) }
  const stores = await Promise.all(
    Array.from({ length: 5 }, () => openStore({ database: { url, connections: 2 }, slowMs: 60_000, events })),
  )
  expect(told).toEqual(MIGRATIONS.map(({ name }) => name))
  for (const store of stores) {
    expect(store.health()).toMatchObject({ state: 'up' })
    expect(await store.db.claim.count()).toBe(0)
    await store.close()
  }
})
