import { existsSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolders } from '#lib/testing/temporary-folders.ts'
import { runCommand } from '../run-command.ts'

const folder = temporaryFolders('commands')

test('a folder without a database is said, and stays as it is', async () => {
  const DATA_DIR = path.join(folder(), 'typo')
  expect(await runCommand(['db', 'dump'], { DATA_DIR })).toMatchObject({
    code: 1,
    err: expect.stringContaining('There is no database in'),
  })
  expect(existsSync(DATA_DIR)).toBe(false)
})

test('a folder in which no console made a database is said', async () => {
  const DATA_DIR = folder()
  const verified = await runCommand(['audit', 'verify'], { DATA_DIR })
  expect(verified).toMatchObject({ code: 1, err: expect.stringContaining('There is no database in') })
})
