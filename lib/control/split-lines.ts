/** Lines of a text that arrives in pieces. Only a line feed ends one: JSON may contain every other separator. */
export async function* splitLines(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = ''
  for await (const piece of pieces) {
    const parts = (rest + piece).split('\n')
    rest = parts.pop() ?? ''
    yield* parts
  }
  if (rest !== '') yield rest
}
