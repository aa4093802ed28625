import { expect, test } from 'vitest'
import { isPanic } from './embedded-stream.ts'

function message(type: string, body: string): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(4 + Buffer.byteLength(body))
  return Buffer.concat([Buffer.from(type), length, Buffer.from(body)])
}

const error = (severity: string) => message('E', `SPANIK\0V${severity}\0C53100\0MVPANIC\0\0`)

test.each([
  ['an error of the class PANIC', [error('PANIC')], true],
  ['one after rows', [message('D', 'VPANIC\0'), error('PANIC'), message('Z', 'I')], true],
  ['another error', [error('ERROR'), message('Z', 'E')], false],
  ['a row that has the word', [message('D', 'E\0\0\0\x10VPANIC\0')], false],
  ['a notice', [message('N', 'VPANIC\0\0')], false],
  ['nothing', [], false],
  ['a piece of a message', [error('PANIC').subarray(0, 4)], false],
])('%s', (_, messages, expected) => {
  expect(isPanic(Buffer.concat(messages))).toBe(expected)
})
