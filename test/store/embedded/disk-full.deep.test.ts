import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { openEmbedded } from '#lib/store/database/embedded.ts'
import { StoreUnavailableError } from '#lib/store/failure/store-errors.ts'
import { openStoreOn } from '#lib/store/open-store.ts'
import { temporaryFolders } from '#lib/testing/temporary-folders.ts'
import { SILENT } from '../silent.ts'
import { emptyDatabase } from '../test-store.ts'
import { fillDisk } from './fill-disk.ts'

const folder = temporaryFolders('full')

test('a database that stopped on a full disk is opened again once there is room, with all that was written', async () => {
  const place = path.join(folder(), 'db')
  const [down, up] = [vi.fn(), vi.fn()]
  const store = await openStoreOn(await openEmbedded({ folder: place, template: await emptyDatabase() }), 60_000, {
    ...SILENT,
    down,
    up,
  })
  const write = (key: string) => store.db.poolSlot.create({ data: { key } })
  await write('before')

  const { makeRoom, tries } = fillDisk()
  await expect(write('lost')).rejects.toThrow(/its disk is full/)
  await expect(write('lost too')).rejects.toBeInstanceOf(StoreUnavailableError)
  await expect(store.db.poolSlot.count()).rejects.toThrow(/stopped.*reopens it by itself/)
  expect(store.health()).toMatchObject({ state: 'down' })
  // It is tried again, and stays down, while there is no room.
  const before = tries()
  await vi.waitFor(() => expect(tries()).toBeGreaterThan(before), { timeout: 60_000, interval: 100 })
  expect(store.health()).toMatchObject({ state: 'down' })

  makeRoom()
  await vi.waitFor(() => expect(store.health()).toMatchObject({ state: 'up' }), { timeout: 120_000, interval: 100 })
  expect(up).toHaveBeenCalledTimes(1)
  await write('after')
  await store.transaction(tx => tx.poolSlot.create({ data: { key: 'in a transaction' } }))
  await store.close()

  const again = await openEmbedded({ folder: place })
  const { rows } = await again.pool.query('SELECT key FROM pool_slot ORDER BY key')
  await again.close()
  expect(rows.map(({ key }) => key)).toEqual(['after', 'before', 'in a transaction'])
})

test('a store that is closed while its database is opened again leaves it closed', async () => {
  const place = path.join(folder(), 'db')
  const connection = await openEmbedded({ folder: place, template: await emptyDatabase() })
  const gate = Promise.withResolvers<void>()
  let begun = 0
  const revive = async () => {
    begun++
    await gate.promise
    await connection.revive?.()
  }
  const up = vi.fn()
  const store = await openStoreOn({ ...connection, revive }, 60_000, { ...SILENT, up })
  await store.db.poolSlot.create({ data: { key: 'before' } })
  const { makeRoom } = fillDisk()
  await expect(store.db.poolSlot.create({ data: { key: 'lost' } })).rejects.toThrow(/its disk is full/)
  await expect(store.db.poolSlot.count()).rejects.toThrow(/stopped/)
  makeRoom()
  await vi.waitFor(() => expect(begun).toBe(1), { timeout: 10_000, interval: 50 })

  const closing = store.close().then(() => 'closed')
  expect(await Promise.race([closing, sleep(200, 'waits')])).toBe('waits')
  gate.resolve()
  expect(await closing).toBe('closed')
  const again = await openEmbedded({ folder: place })
  const { rows } = await again.pool.query('SELECT key FROM pool_slot')
  await again.close()
  expect(rows).toEqual([{ key: 'before' }])
  await sleep(3_000)
  expect([begun, up.mock.calls.length]).toEqual([1, 0])
})
