import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { openEmbedded } from '#lib/store/database/embedded.ts'
import { openStoreOn } from '#lib/store/open-store.ts'
import { temporaryFolders } from '#lib/testing/temporary-folders.ts'
import { SILENT } from '../silent.ts'
import { emptyDatabase } from '../test-store.ts'

const parent = temporaryFolders('first-start')

test('replaces the files of an interrupted first start', async () => {
  const folder = path.join(parent(), 'db')
  mkdirSync(`${folder}.unfinished/base`, { recursive: true })
  writeFileSync(path.join(`${folder}.unfinished`, 'PG_VERSION'), 'half')

  const open = async () => openStoreOn(await openEmbedded({ folder, template: await emptyDatabase() }), 60_000, SILENT)
  const store = await open()
  expect(await store.db.claim.count()).toBe(0)
  await store.close()
  expect(existsSync(`${folder}.unfinished`)).toBe(false)

  const again = await open()
  expect(await again.db.claim.count()).toBe(0)
  await again.close()
})
