import { expect, test } from 'vitest'
import { onePerProcess, sameAcrossBundles } from './across-bundles.ts'

/** Two instances of one module, one for each bundle. */
function bundle() {
  class KnownError extends Error {
    static {
      sameAcrossBundles(KnownError, 'test.KnownError')
    }
  }
  class WorseError extends KnownError {
    static {
      sameAcrossBundles(WorseError, 'test.WorseError')
    }
  }
  class LocalError extends KnownError {}
  return { KnownError, WorseError, LocalError }
}

const here = bundle()
const there = bundle()

test.each([
  ['its own', new here.KnownError(), [true, false, false]],
  ["another bundle's", new there.KnownError(), [true, false, false]],
  ["another bundle's subclass", new there.WorseError(), [true, true, false]],
  ['an unmarked subclass', new here.LocalError(), [true, false, true]],
  ["another bundle's unmarked subclass", new there.LocalError(), [true, false, false]],
  ['another error', new Error('x'), [false, false, false]],
  ['no object', 'KnownError', [false, false, false]],
  ['nothing', null, [false, false, false]],
])('%s', (_what, value, expected) => {
  const { KnownError, WorseError, LocalError } = here
  expect([value instanceof KnownError, value instanceof WorseError, value instanceof LocalError]).toEqual(expected)
})

test('a value of the process is created once by the first bundle', () => {
  const made = ['here', 'there', 'here'].map(bundle => onePerProcess('test.kept', () => ({ bundle })))
  expect(made.every(each => each === made[0])).toBe(true)
  expect(made[0]).toEqual({ bundle: 'here' })
  expect(onePerProcess('test.other', () => null)).toBe(null)
})
