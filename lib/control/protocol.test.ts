import { expect, test } from 'vitest'
import { splitLines } from './protocol.ts'

async function* from(pieces: Iterable<string>): AsyncGenerator<string> {
  yield* pieces
}

async function linesOf(pieces: Iterable<string>): Promise<readonly string[]> {
  const lines: string[] = []
  for await (const line of splitLines(from(pieces))) lines.push(line)
  return lines
}

test.each([
  ['a line in several pieces', ['a', 'b', 'c\nd'], ['abc', 'd']],
  ['several lines in a piece', ['a\nb\nc', 'd\n'], ['a', 'b', 'cd']],
  ['empty lines', ['\n', '\na', '\n'], ['', '', 'a']],
  ['nothing', [''], []],
])('lines of %s', async (_name, pieces, lines) => {
  expect(await linesOf(pieces)).toEqual(lines)
})

// A full disk leaves zeros without a line feed.
test('a line without an end is scanned only once', async () => {
  const [pieces, length] = [2_000, 16_384]
  const endless = (function* () {
    for (let n = 0; n < pieces; n++) yield '\0'.repeat(length)
  })()
  const [line = ''] = await linesOf(endless)
  expect(line).toHaveLength(pieces * length)
}, 5_000)
