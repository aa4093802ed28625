/** Shapes of secrets in text. In a line of JSON a line break is written `\n`. */
const SECRET_SHAPES: readonly (readonly [shape: RegExp, replacement: string])[] = [
  // Passwords in addresses, such as DATABASE_URL.
  [/\b([a-z][a-z0-9+.-]*:\/\/[^\s:/@"\\]*):[^\s@"\\]+@/gi, '$1:[secret]@'],
  [/\b(bearer|basic)\s+[\w.~+/=-]{8,}/gi, '$1 [secret]'],
  // JSON Web Tokens, also encrypted ones.
  [/\beyJ[\w-]{8,}\.[\w-]*(?:\.[\w-]*)+/g, '[secret]'],
  // API tokens of this console.
  [/\bhap_[\w-]{43}/g, '[secret]'],
  [/-----BEGIN [A-Z ]*PRIVATE KEY-----(?:(?!-----).)*-----END [A-Z ]*PRIVATE KEY-----/gs, '[secret]'],
  [
    /\b((?:client-key|certificate-authority|client-certificate)-data|client[-_]secret|password):(\s*)[^\s"\\,}]+/gi,
    '$1:$2[secret]',
  ],
]

/** Masks text that has the shape of a secret. */
export function maskSecrets(text: string): string {
  return SECRET_SHAPES.reduce((masked, [shape, replacement]) => masked.replace(shape, replacement), text)
}
