/** Bytes in the letters that may stand in an address as they are (RFC 4648, section 5), without padding. */
export function toBase64url(bytes: Uint8Array): string {
  const binary = Array.from(bytes, byte => String.fromCharCode(byte)).join('')
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

/** The bytes of such a text up to the first letter that is none of them; a last letter that makes no byte is left out. */
export function fromBase64url(text: string): Uint8Array<ArrayBuffer> {
  const [letters = ''] = text.split(/[^\w-]/)
  const whole = letters.length % 4 === 1 ? letters.slice(0, -1) : letters
  const binary = atob(whole.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(binary, letter => letter.charCodeAt(0))
}
