/** Lines of a text that arrives in pieces. Only a line feed ends one: JSON may contain every other separator. */
export async function* splitLines(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = ''
  for await (const piece of pieces) {
    const [first = '', ...more] = piece.split('\n')
    // Only the piece is searched: a damaged file may have one line without an end.
    rest += first
    if (more.length === 0) continue
    yield rest
    rest = more.pop() ?? ''
    yield* more
  }
  if (rest !== '') yield rest
}
