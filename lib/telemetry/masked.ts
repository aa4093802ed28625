/** What a secret looks like wherever it stands, also in the words of a server. In a line of JSON a line break is written `\n`. */
const SHAPES: readonly (readonly [shape: RegExp, instead: string])[] = [
  // Passwords in addresses, as in that of a database.
  [/\b([a-z][a-z0-9+.-]*:\/\/[^\s:/@"\\]*):[^\s@"\\]+@/gi, '$1:[secret]@'],
  [/\b(bearer|basic)\s+[\w.~+/=-]{8,}/gi, '$1 [secret]'],
  // JSON Web Tokens, sealed ones too.
  [/\beyJ[\w-]{8,}\.[\w-]*(?:\.[\w-]*)+/g, '[secret]'],
  // Tokens of this console.
  [/\bhap_[\w-]{43}/g, '[secret]'],
  [/-----BEGIN [A-Z ]*PRIVATE KEY-----(?:(?!-----).)*-----END [A-Z ]*PRIVATE KEY-----/gs, '[secret]'],
  [
    /\b((?:client-key|certificate-authority|client-certificate)-data|client[-_]secret|password):(\s*)[^\s"\\,}]+/gi,
    '$1:$2[secret]',
  ],
]

/** A line of the log without what has the shape of a secret: the last net, under that of types and names. */
export function masked(line: string): string {
  return SHAPES.reduce((text, [shape, instead]) => text.replace(shape, instead), line)
}

/** Fields that hold secrets, and those that may, at the depths at which the console logs any. */
export const SECRET_FIELDS: readonly string[] = [
  'authorization',
  'cookie',
  '"set-cookie"',
  'password',
  'token',
  'idToken',
  'accessToken',
  'refreshToken',
  'secret',
  'clientSecret',
  'client_secret',
  'kubeconfig',
  'privateKey',
].flatMap(field => {
  const own = field.startsWith('"') ? `[${field}]` : `.${field}`
  return [own.replace(/^\./, ''), `*${own}`, `*.*${own}`]
})
