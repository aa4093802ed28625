/** Length of a piece: no other text contains the same by chance. */
const PIECE = 32
/** Positions in a text; tokens and keys have equal beginnings. */
const PLACES = [0.3, 0.6, 0.9]

/**
 * Pieces that identify a secret in any encoding: raw, in JSON or an address, or in base64, which has three forms,
 * depending on the offset, in two alphabets.
 */
export function piecesOf(secret: string): readonly string[] {
  // The line breaks of a key have several encodings.
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
