import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { LineOutput } from './process-io.ts'

/** A stream that accepts some writes and then fails with a system error code. */
function failing(code: string | null, after: number) {
  const taken: string[] = []
  const stream = new Writable({
    decodeStrings: false,
    write: (chunk, _, done) => {
      if (code !== null && taken.length === after) return done(Object.assign(new Error(code), { code }))
      taken.push(String(chunk))
      done()
    },
  })
  return { taken, output: new LineOutput(stream) }
}

test.each([
  [null, 3, true, null],
  ['EPIPE', 1, false, null],
  ['ENOSPC', 1, false, 'the disk is full'],
  ['EIO', 0, false, 'EIO'],
] as const)('%s after some lines', async (code, taken, whole, trouble) => {
  const failed = failing(code, taken)
  let asked = 0
  const lines = async function* () {
    for (; asked < 3; asked++) yield `${asked}`
  }
  expect(await failed.output.writeAll(lines())).toBe(whole)
  expect(failed.taken).toEqual(['0\n', '1\n', '2\n'].slice(0, taken))
  expect(asked).toBe(taken)

  failed.output.write('more')
  expect(await failed.output.failure()).toBe(trouble)
  expect(failed.taken.includes('more\n')).toBe(whole)
})

test('a failure of the last line is reported', async () => {
  const { output } = failing('ENOSPC', 0)
  output.write('last')
  expect(await output.failure()).toBe('the disk is full')
})

test('removes terminal control characters from a line', async () => {
  const { taken, output } = failing(null, 0)
  output.write('case \x1b]0;mine\x07\r')
  expect(await output.failure()).toBeNull()
  expect(taken.join('')).toBe('case \ufffd]0;mine\ufffd\r\n')
})
