import type { Answer } from './exchange.ts'
import { connectionFailure, timeoutFailure } from './failure.ts'
import { GardenError } from './garden-error.ts'

interface ReadLimits {
  readonly doing: string
  readonly server: string
  readonly withinMs: number
  readonly maxBytes: number
  readonly outcomeUnknown: boolean
  readonly signal?: AbortSignal | undefined
}

/**
 * The body of an answer, chunk by chunk. Throws GardenError `timeout`, `unreachable` (cut off) or `unexpected` (larger than
 * maxBytes), or the signal's reason.
 */
export async function* readBody(answer: Answer, limits: ReadLimits): AsyncGenerator<Buffer> {
  const { doing, server, withinMs, maxBytes, outcomeUnknown, signal } = limits
  let size = 0
  let late = false
  const timer = setTimeout(() => {
    late = true
    answer.end()
  }, withinMs)
  try {
    for await (const chunk of answer.body) {
      const bytes: Buffer = chunk
      size += bytes.length
      if (size > maxBytes) throw tooLarge(doing, maxBytes)
      yield bytes
    }
  } catch (error) {
    signal?.throwIfAborted()
    if (error instanceof GardenError) throw error
    if (late) throw timeoutFailure(doing, server, withinMs, outcomeUnknown)
    throw connectionFailure(doing, server, error, outcomeUnknown)
  } finally {
    clearTimeout(timer)
    answer.end()
  }
}

/** The whole body as text. Throws as readBody does. */
export async function readText(answer: Answer, limits: ReadLimits): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of readBody(answer, limits)) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

function tooLarge(doing: string, maxBytes: number): GardenError {
  const because = `the answer is larger than ${Math.round(maxBytes / 1024 / 1024)} MB.`
  return new GardenError({ kind: 'unexpected', doing, because })
}
