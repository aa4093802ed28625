import { jsonProblem } from './json-problem.ts'
import { RefusedRequestError } from './problem.ts'

/** The body of a request as JSON, which is asked for by name: what a plain form can send is refused. Throws RefusedRequestError. */
export async function jsonBody(request: Request, mostBytes: number): Promise<unknown> {
  const type = request.headers.get('content-type') ?? ''
  if (!/^application\/json\s*(;|$)/i.test(type))
    throw new RefusedRequestError(415, 'The body must be JSON, with content-type application/json.')
  const text = await boundedText(request, mostBytes)
  try {
    return JSON.parse(text)
  } catch {
    throw new RefusedRequestError(400, jsonProblem(text) ?? 'The body is not JSON.')
  }
}

/** Whoever sends too much is told so before it is all kept. */
async function boundedText({ headers, body }: Request, mostBytes: number): Promise<string> {
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
  return text + decoder.decode()
}
