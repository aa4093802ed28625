import { StoreError } from '#lib/store/database/store-errors.ts'
import { log } from '#lib/telemetry/log.ts'

/** Bound of a round that reads a few rows: longer than a dead connection to the database makes it wait. */
export const READING_MS = 45_000
/** Bound of a round over many objects, each with requests of its own. */
export const MANY_OBJECTS_MS = 30 * 60_000
const ROUND_MS = 5 * 60_000

interface Loop {
  readonly what: string
  readonly boundMs: number
  isStuck: boolean
}

const loops = new Set<Loop>()

/** Sentences about the loops of this process whose last round did not end in time. */
export function stuckLoops(): readonly string[] {
  return [...loops].flatMap(({ what, boundMs, isStuck }) =>
    isStuck ? `A recurring task has not ended within ${boundMs / 1_000} s: ${what}.` : [],
  )
}

class RoundTimeoutError extends Error {
  override readonly name = 'RoundTimeoutError'
}

/**
 * Runs `work` now and again `ms` after each time it is done; returns what ends it. A round that takes longer than `boundMs` counts as stuck
 * and is left behind: the next one begins, so that one request without an end does not stop the loop. What fails is logged as `what`, unless
 * it is the database that does not answer, which the store reports itself.
 */
export function every(
  ms: number,
  work: () => Promise<unknown>,
  what: string,
  { boundMs = ROUND_MS }: { readonly boundMs?: number } = {},
): () => void {
  const loop: Loop = { what, boundMs, isStuck: false }
  loops.add(loop)
  let timer: NodeJS.Timeout
  let ended = false
  const run = async () => {
    try {
      await within(boundMs, work)
      loop.isStuck = false
    } catch (error) {
      loop.isStuck = error instanceof RoundTimeoutError
      if (!ended && !(error instanceof StoreError)) log().error({ err: error }, what)
    }
    if (!ended) timer = setTimeout(run, ms).unref()
  }
  void run()
  return () => {
    ended = true
    loops.delete(loop)
    clearTimeout(timer)
  }
}

async function within(ms: number, work: () => Promise<unknown>): Promise<void> {
  const timeout = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    timeout.reject(new RoundTimeoutError(`A round did not end within ${ms / 1_000} s and was left behind.`))
  }, ms).unref()
  try {
    await Promise.race([work(), timeout.promise])
  } finally {
    clearTimeout(timer)
  }
}
