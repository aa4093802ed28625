import { readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { openEmbedded } from '#lib/store/database/embedded.ts'
import { failureKind } from '#lib/store/database/store-errors.ts'
import { temporaryFolders } from '#lib/testing/temporary-folders.ts'
import { emptyDatabase } from '../test-store.ts'

const parent = temporaryFolders('fence')

/** Needs new pages of the table, and so writes before the commit. */
const LARGE_INSERT = "INSERT INTO kept SELECT repeat('late', 1000) FROM generate_series(1, 5000)"

function filesOf(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(file => {
    const { size, mtimeMs, ino } = statSync(path.join(folder, file))
    return `${file} ${size} ${mtimeMs} ${ino}`
  })
}

test('an embedded database does not write into a folder that another process has taken over', async () => {
  const folder = path.join(parent(), 'db')
  let held = true
  const beforeWrite = () => {
    if (!held) throw new Error('The folder was taken over.')
  }
  const { pool, close } = await openEmbedded({ folder, template: await emptyDatabase(), beforeWrite })
  await pool.query('CREATE TABLE kept (text text)')
  await pool.query("INSERT INTO kept VALUES ('before')")
  held = false
  const before = filesOf(folder)
  await expect(pool.query(LARGE_INSERT)).rejects.toThrow()
  await close().catch(() => {})
  expect(filesOf(folder)).toEqual(before)

  const next = await openEmbedded({ folder })
  expect((await next.pool.query('SELECT text FROM kept')).rows).toEqual([{ text: 'before' }])
  await next.close()
})

test.each([
  ['no space left', Object.assign(new Error('no space left'), { code: 'ENOSPC' }), '53100', 'full'],
  ['the folder taken over', new Error('The folder was taken over.'), '58030', 'unreachable'],
])('a change before which the lock finds %s fails as a failure of the disk', async (_, found, code, kind) => {
  let failure: Error | null = null
  const beforeWrite = () => {
    if (failure) throw failure
  }
  const folder = path.join(parent(), 'db')
  const { pool, close } = await openEmbedded({ folder, template: await emptyDatabase(), beforeWrite })
  await pool.query('CREATE TABLE kept (text text)')
  failure = found
  const error: unknown = await pool.query(LARGE_INSERT).catch(reason => reason)
  expect(error).toMatchObject({ code })
  expect(failureKind(error)).toBe(kind)
  await close().catch(() => {})
})
