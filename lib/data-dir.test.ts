import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolders } from '#lib/testing/temporary-folders.ts'
import { DirectoryInUseError, lockDirectory } from './data-dir.ts'

const parent = temporaryFolders('lock')
const folder = () => path.join(parent(), 'data')

const holder = (directory: string) => JSON.parse(readFileSync(path.join(directory, 'lock'), 'utf8')).pid

test('a second holder is refused with the pid of the first', () => {
  const directory = folder()
  const lock = lockDirectory(directory)
  expect(() => lockDirectory(directory)).toThrow(DirectoryInUseError)
  expect(() => lockDirectory(directory)).toThrow(String(process.pid))
  lock.release()
  lockDirectory(directory).release()
})

test('a lock of a process that is gone is taken over', () => {
  const directory = folder()
  lockDirectory(directory).release()
  writeFileSync(path.join(directory, 'lock'), JSON.stringify({ pid: 2 ** 22 + 1, startedAt: '1' }))
  const lock = lockDirectory(directory)
  expect(holder(directory)).toBe(process.pid)
  lock.release()
})

test('a lock whose pid now belongs to a younger process is taken over', () => {
  const directory = folder()
  lockDirectory(directory).release()
  writeFileSync(path.join(directory, 'lock'), JSON.stringify({ pid: process.ppid, startedAt: 'another start' }))
  const lock = lockDirectory(directory)
  expect(holder(directory)).toBe(process.pid)
  lock.release()
})

test('a lock cut off by a crash is taken over', () => {
  const directory = folder()
  lockDirectory(directory).release()
  writeFileSync(path.join(directory, 'lock'), '{"pid": 1')
  const lock = lockDirectory(directory)
  expect(holder(directory)).toBe(process.pid)
  lock.release()
})

test('of many starters at once on a stale lock exactly one gets the folder', async () => {
  const directory = folder()
  lockDirectory(directory).release()
  writeFileSync(path.join(directory, 'lock'), JSON.stringify({ pid: 2 ** 22 + 1, startedAt: '1' }))
  const script = `import { lockDirectory } from ${JSON.stringify(path.join(import.meta.dirname, 'data-dir.ts'))}
    try { lockDirectory(${JSON.stringify(directory)}); console.log('taken') } catch (error) { console.log(error.name) }
    process.stdin.once('data', () => process.exit())`
  const starters = Array.from({ length: 8 }, () => spawn(process.execPath, ['--input-type=module', '-e', script]))
  const answers = await Promise.all(
    starters.map(starter => once(starter.stdout, 'data').then(([text]) => String(text).trim())),
  )
  for (const starter of starters) starter.stdin.write('\n')
  expect(answers.toSorted()).toEqual([...Array(7).fill('DirectoryInUseError'), 'taken'])
})
