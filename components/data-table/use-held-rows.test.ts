import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createRestTimer } from './use-held-rows.ts'

const device = { pointed: false, hovers: true }
const rows = { matches: (selector: string) => selector === ':hover' && device.pointed } as Element

/** Number of releases of the rows `seconds` after the last touch. */
function lettingGo() {
  const onLeft = vi.fn()
  const timer = createRestTimer(onLeft)
  timer.touch(rows)
  const after = (seconds: number) => {
    vi.advanceTimersByTime(seconds * 1_000)
    return onLeft.mock.calls.length
  }
  return { timer, after }
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('window', { matchMedia: () => ({ matches: device.hovers }) })
  Object.assign(device, { pointed: false, hovers: true })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('releases rows once without input and pointer', () => {
  const { after } = lettingGo()
  expect(after(9)).toBe(0)
  expect(after(1)).toBe(1)
  expect(after(60)).toBe(1)
})

test('each input restarts the timer', () => {
  const { timer, after } = lettingGo()
  expect(after(9)).toBe(0)
  timer.touch(rows)
  expect(after(9)).toBe(0)
  expect(after(1)).toBe(1)
})

test('holds rows under a resting pointer until it leaves', () => {
  device.pointed = true
  const { after } = lettingGo()
  expect(after(3_600)).toBe(0)
  device.pointed = false
  expect(after(10)).toBe(1)
})

test('a lifted finger does not hold rows', () => {
  Object.assign(device, { pointed: true, hovers: false })
  expect(lettingGo().after(10)).toBe(1)
})

test('an unmounted table does not call back', () => {
  const { timer, after } = lettingGo()
  timer.stop()
  expect(after(60)).toBe(0)
})
