import path from 'node:path'
import { expect, test, vi } from 'vitest'
import type { Connection } from '#lib/store/database/connection.ts'
import { openEmbedded } from '#lib/store/database/embedded.ts'
import { StoreUnavailableError } from '#lib/store/database/store-errors.ts'
import { openStoreOn, REVIVE_MS } from '#lib/store/open-store.ts'
import type { StoreEvents } from '#lib/store/store.ts'
import { temporaryFolders } from '#lib/testing/temporary-folders.ts'
import { ManualClock } from '../../kit/clock.ts'
import { SILENT } from '../silent.ts'
import { emptyDatabase } from '../test-store.ts'
import { fillDisk } from './fill-disk.ts'

const folder = temporaryFolders('full')

/** A store that retries when a test moves the clock. */
async function openByClock(connection: Connection, events: Partial<StoreEvents>) {
  const clock = new ManualClock()
  const schedule = clock.schedule.bind(clock)
  return { clock, store: await openStoreOn(connection, 60_000, { ...SILENT, ...events }, schedule) }
}

test('reopens a database that stopped on a full disk once there is room, with all rows written before', async () => {
  const place = path.join(folder(), 'db')
  const [down, up] = [vi.fn(), vi.fn()]
  const connection = await openEmbedded({ folder: place, template: await emptyDatabase() })
  const { store, clock } = await openByClock(connection, { down, up })
  const afterRevival = (check: () => void) =>
    vi.waitFor(
      () => {
        clock.advance(REVIVE_MS)
        check()
      },
      { timeout: 60_000 },
    )
  const write = (key: string) => store.db.poolSlot.create({ data: { key } })
  await write('before')

  const { makeRoom, tries } = fillDisk()
  await expect(write('lost')).rejects.toThrow(/its disk is full/)
  await expect(write('lost too')).rejects.toBeInstanceOf(StoreUnavailableError)
  await expect(store.db.poolSlot.count()).rejects.toThrow(/stopped.*reopens it by itself/)
  expect(store.health()).toMatchObject({ state: 'down' })
  // Retries fail while there is no room.
  const before = tries()
  await afterRevival(() => expect(tries()).toBeGreaterThan(before))
  expect(store.health()).toMatchObject({ state: 'down' })

  makeRoom()
  await afterRevival(() => expect(store.health()).toMatchObject({ state: 'up' }))
  expect(up).toHaveBeenCalledTimes(1)
  await write('after')
  await store.transaction(tx => tx.poolSlot.create({ data: { key: 'in a transaction' } }))
  await store.close()

  const again = await openEmbedded({ folder: place })
  const { rows } = await again.pool.query('SELECT key FROM pool_slot ORDER BY key')
  await again.close()
  expect(rows.map(({ key }) => key)).toEqual(['after', 'before', 'in a transaction'])
})

test('a store that is closed while its database is reopened closes it again', async () => {
  const place = path.join(folder(), 'db')
  const connection = await openEmbedded({ folder: place, template: await emptyDatabase() })
  const gate = Promise.withResolvers<void>()
  const steps: string[] = []
  const revive = async () => {
    steps.push('begins')
    await gate.promise
    await connection.revive?.()
    steps.push('is open')
  }
  const up = vi.fn()
  const { store, clock } = await openByClock({ ...connection, revive }, { up })
  await store.db.poolSlot.create({ data: { key: 'before' } })
  const { makeRoom } = fillDisk()
  await expect(store.db.poolSlot.create({ data: { key: 'lost' } })).rejects.toThrow(/its disk is full/)
  await expect(store.db.poolSlot.count()).rejects.toThrow(/stopped/)
  makeRoom()
  clock.advance(REVIVE_MS)
  expect(steps).toEqual(['begins'])

  const closing = store.close().then(() => steps.push('is closed'))
  gate.resolve()
  await closing
  const again = await openEmbedded({ folder: place })
  const { rows } = await again.pool.query('SELECT key FROM pool_slot')
  await again.close()
  expect(rows).toEqual([{ key: 'before' }])
  clock.advance(REVIVE_MS)
  expect(steps).toEqual(['begins', 'is open', 'is closed'])
  expect(clock.waiting).toBe(0)
  expect(up).not.toHaveBeenCalled()
})
