/** Of each part that is looked for: long enough that nothing else says the same. */
const PIECE = 32
/** Where in a text; the beginnings of tokens and keys are alike. */
const PLACES = [0.3, 0.6, 0.9]

/**
 * Pieces by which a secret is recognised wherever and however it is written: as it is, as in JSON or an address, or in base64, which
 * says the same thing in three ways, by the place it begins at, and in two alphabets.
 */
export function piecesOf(secret: string): readonly string[] {
  // The line breaks of a key are written in many ways.
  const lines = secret.split('\n').filter(line => !line.startsWith('-----'))
  const quoted = lines.flatMap(line => [line, encodeURIComponent(line), JSON.stringify(line).slice(1, -1)])
  const encoded = [0, 1, 2].flatMap(before => {
    const bytes = Buffer.from('x'.repeat(before) + secret)
    return [bytes.toString('base64').replace(/=+$/, ''), bytes.toString('base64url')].map(text => text.slice(4, -4))
  })
  return [...new Set([...quoted, ...encoded].filter(text => text.length >= PIECE).flatMap(cuts))]
}

function cuts(text: string): readonly string[] {
  return PLACES.map(place => Math.floor((text.length - PIECE) * place)).map(at => text.slice(at, at + PIECE))
}
