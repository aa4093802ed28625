import { expect } from 'vitest'

/** Expects a value soon, on a machine that may be busy. */
export function soon<T>(probe: () => T, timeout = 20_000) {
  return expect.poll(probe, { timeout })
}
