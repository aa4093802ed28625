import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readLimited, readLimitedSync } from './files.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'read-at-most-'))
afterAll(() => rmSync(folder, { recursive: true }))

function fileOf(bytes: number): string {
  const file = path.join(folder, `${bytes}`)
  writeFileSync(file, Buffer.alloc(bytes, 'x'))
  return file
}

test.each([0, 1, 99_999, 100_000])('reads a file of %d bytes completely if 100,000 are permitted', async bytes => {
  expect((await readLimited(fileOf(bytes), 100_000)).length).toBe(bytes)
  expect(readLimitedSync(fileOf(bytes), 100_000).length).toBe(bytes)
})

test.each(['/dev/zero', fileOf(200_000)])('reads one byte more of %s than requested', async file => {
  expect((await readLimited(file, 100_000)).length).toBe(100_001)
  expect(readLimitedSync(file, 100_000).length).toBe(100_001)
})

test('a missing file is an error', async () => {
  await expect(readLimited(path.join(folder, 'none'), 1)).rejects.toThrow('ENOENT')
  expect(() => readLimitedSync(path.join(folder, 'none'), 1)).toThrow('ENOENT')
})
