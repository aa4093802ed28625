import { RefusedRequestError } from '#lib/http/request-errors.ts'
import { jsonProblem } from './json-problem.ts'

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
