import { setTimeout as sleep } from 'node:timers/promises'

const PATIENCE_MS = 60_000
const PACE_MS = 200

/** Waits until something holds. Throws when it never does. */
export async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  for (const begun = performance.now(); performance.now() - begun < PATIENCE_MS; await sleep(PACE_MS))
    if (await holds()) return
  throw new Error(`It did not come to that ${what}.`)
}
