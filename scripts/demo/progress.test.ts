import { writeSync } from 'node:fs'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { temporaryFolders } from '#lib/testing/temporary-folders.ts'
import { openConsoleLog, showProgress } from './progress.ts'

beforeEach(() => vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] }))
afterEach(() => vi.useRealTimers())

function output(isTTY: boolean) {
  const written: string[] = []
  return { written, out: { isTTY, write: (text: string) => written.push(text) > 0 } as typeof process.stdout }
}

test('a terminal shows one line with the seconds and the step', () => {
  const { written, out } = output(true)
  const progress = showProgress('Starting the console', out)
  progress.step('reading bindings and shoots')
  vi.advanceTimersByTime(2_000)
  progress.done()
  vi.advanceTimersByTime(2_000)
  const lines = written.map(text => text.replace('\r\u001b[K', ''))
  expect(lines).toEqual([
    'Starting the console… 0 s',
    'Starting the console… 0 s: reading bindings and shoots',
    'Starting the console… 1 s: reading bindings and shoots',
    'Starting the console… 2 s: reading bindings and shoots',
    'Starting the console… 2 s\n',
  ])
})

test('prints a line at the start, every 15 seconds and at the end without a terminal', () => {
  const { written, out } = output(false)
  const progress = showProgress('Building the console', out)
  vi.advanceTimersByTime(41_000)
  progress.done()
  expect(written).toEqual([
    'Building the console…\n',
    'Building the console… 15 s\n',
    'Building the console… 30 s\n',
    'Building the console… 41 s\n',
  ])
})

const folder = temporaryFolders('console-log')

test('separates messages for people from JSON lines, and starts empty', () => {
  const place = folder()
  const log = openConsoleLog(3000, place)
  expect(log.file).toBe(`${place}/demo-3000.log`)
  writeSync(log.descriptor, '{"level":40,"msg":"slow database access"}\nHAP_SEMANTICS must be keb or documented.\n\n')
  expect(log.messages()).toBe('HAP_SEMANTICS must be keb or documented.')
  log.close()
  const next = openConsoleLog(3000, place)
  expect(next.messages()).toBe('')
  next.close()
})
