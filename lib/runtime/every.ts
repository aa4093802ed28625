import { StoreError } from '#lib/store/failure/store-errors.ts'
import { log } from '#lib/telemetry/log.ts'

/**
 * Runs `work` now and again `ms` after each time it is done; returns what ends it. What fails is logged as `what`, unless it is
 * the database that does not answer, which everybody is told already.
 */
export function every(ms: number, work: () => Promise<unknown>, what: string): () => void {
  let timer: NodeJS.Timeout
  let ended = false
  const run = async () => {
    try {
      await work()
    } catch (error) {
      if (!(error instanceof StoreError)) log().error({ err: error }, what)
    }
    if (!ended) timer = setTimeout(run, ms).unref()
  }
  void run()
  return () => {
    ended = true
    clearTimeout(timer)
  }
}
