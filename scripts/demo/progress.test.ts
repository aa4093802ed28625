import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { showProgress } from './progress.ts'

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

test('without a terminal there is a line at the start, every 15 seconds and at the end', () => {
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
