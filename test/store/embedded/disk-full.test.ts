import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { openEmbedded } from '#lib/store/database/embedded.ts'
import { openStoreOn } from '#lib/store/open-store.ts'
import { temporaryFolders } from '#lib/testing/temporary-folders.ts'
import { SILENT } from '../silent.ts'
import { emptyDatabase } from '../test-store.ts'
import { fillDisk } from './fill-disk.ts'

const folder = temporaryFolders('full')

test('calls queued behind a transaction on a full disk are rejected, and none waits forever', async () => {
  const place = path.join(folder(), 'db')
  const store = await openStoreOn(
    await openEmbedded({ folder: place, template: await emptyDatabase() }),
    60_000,
    SILENT,
  )
  const write = (key: string) => store.db.poolSlot.create({ data: { key } })
  const writeInside = (key: string) => store.transaction(tx => tx.poolSlot.create({ data: { key } }))
  await write('before')

  const { makeRoom } = fillDisk()
  await expect(writeInside('lost')).rejects.toThrow(/its disk is full/)
  const others = await Promise.allSettled([write('outside'), writeInside('inside'), store.db.poolSlot.count()])
  for (const other of others)
    expect(other).toMatchObject({ reason: { message: expect.stringMatching(/stopped.*reopens it by itself/) } })
  expect(store.health()).toMatchObject({ state: 'down' })

  makeRoom()
  await vi.waitFor(() => expect(store.health()).toMatchObject({ state: 'up' }), { timeout: 60_000, interval: 100 })
  await writeInside('after')
  expect(await store.db.poolSlot.findMany({ orderBy: { key: 'asc' } })).toMatchObject([
    { key: 'after' },
    { key: 'before' },
  ])
  await store.close()
})
