import { existsSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolders } from '#lib/testing/temporary-folders.ts'
import { runCommand } from '../run-command.ts'

const folder = temporaryFolders('commands')

test('a command reports a missing database, and does not create the folder', async () => {
  const DATA_DIR = path.join(folder(), 'typo')
  expect(await runCommand(['db', 'dump'], { DATA_DIR })).toMatchObject({
    code: 1,
    err: expect.stringContaining('There is no database in'),
  })
  expect(existsSync(DATA_DIR)).toBe(false)
})

test('a command reports an empty folder as a missing database', async () => {
  const DATA_DIR = folder()
  const verified = await runCommand(['audit', 'verify'], { DATA_DIR })
  expect(verified).toMatchObject({ code: 1, err: expect.stringContaining('There is no database in') })
})
