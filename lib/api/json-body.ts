import { RefusedRequestError } from '#lib/http/request-errors.ts'

/**
 * Parses a JSON body. Requires the JSON content type, so that plain HTML forms are refused. Throws
 * RefusedRequestError.
 */
export async function jsonBody(request: Request, mostBytes: number): Promise<unknown> {
  const type = request.headers.get('content-type') ?? ''
  if (!/^application\/json\s*(;|$)/i.test(type))
    throw new RefusedRequestError(415, 'The body must be JSON, with content-type application/json.')
  const { text, bytes } = await boundedText(request, mostBytes)
  try {
    return JSON.parse(text)
  } catch {
    const problem = bytes < MAX_SEARCHED_BYTES ? jsonProblem(text) : null
    throw new RefusedRequestError(400, problem ?? 'The body is not JSON.')
  }
}

/**
 * Maximum size of a body whose error is located. The token-by-token search is slower than the rest
 * of the request.
 */
const MAX_SEARCHED_BYTES = 65_536

/** Reads a body up to the limit. Throws as soon as it is exceeded, before the rest is buffered. */
async function boundedText({ headers, body }: Request, mostBytes: number): Promise<{ text: string; bytes: number }> {
  const tooMuch = () => new RefusedRequestError(413, `The body has more than ${mostBytes} bytes.`)
  if (Number(headers.get('content-length')) > mostBytes) throw tooMuch()
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for await (const part of body ?? []) {
    bytes += part.byteLength
    if (bytes > mostBytes) throw tooMuch()
    text += decoder.decode(part, { stream: true })
  }
  return { text: text + decoder.decode(), bytes }
}

/**
 * A JSON token after white space: punctuation, a string without control characters, or another
 * value.
 */
const TOKEN =
  /[ \t\n\r]*(?:([{}[\],:])|("(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*")|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)/y

const SPACE = /[ \t\n\r]*/y

/** Expected next token. `or end`: the list or object may be closed instead. */
type Wanted = 'value' | 'value or end' | 'key' | 'key or end' | 'colon' | 'comma or end'

/** Describes the first syntax error of a JSON text with its position; null for valid JSON. */
export function jsonProblem(text: string): string | null {
  if (text.trim() === '') return 'The body is empty, and must be JSON.'
  const open: string[] = []
  let wanted: Wanted | null = 'value'
  for (let at = 0; ; at = TOKEN.lastIndex) {
    const start = ended(SPACE, text, at)
    const isOver: boolean = open.length === 0 && wanted === 'comma or end'
    if (start === text.length) return isOver ? null : 'The body is not JSON: it ends too early.'
    TOKEN.lastIndex = at
    const token = TOKEN.exec(text)
    wanted = isOver || token === null ? null : follow(wanted, token[1] ?? (token[2] ? 'text' : 'value'), open)
    if (wanted === null) return `The body is not JSON: see ${placeOf(text, start)}.`
  }
}

/**
 * Returns what may follow a token; null when the token is not allowed. Maintains the stack of open
 * brackets.
 */
function follow(wanted: Wanted, token: string, open: string[]): Wanted | null {
  const inside = open.at(-1)
  if (wanted.endsWith('or end') && token === (inside === '{' ? '}' : ']')) {
    open.pop()
    return 'comma or end'
  }
  if (wanted === 'comma or end') return token === ',' ? (inside === '{' ? 'key' : 'value') : null
  if (wanted === 'colon') return token === ':' ? 'value' : null
  if (wanted.startsWith('key')) return token === 'text' ? 'colon' : null
  if (token === 'text' || token === 'value') return 'comma or end'
  if (token !== '{' && token !== '[') return null
  open.push(token)
  return token === '{' ? 'key or end' : 'value or end'
}

function ended(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  pattern.exec(text)
  return pattern.lastIndex
}

function placeOf(text: string, at: number): string {
  const lines = text.slice(0, at).split('\n')
  return `line ${lines.length}, column ${(lines.at(-1) ?? '').length + 1}`
}
