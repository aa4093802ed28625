import { setTimeout as sleep } from 'node:timers/promises'
import { cpuSeconds } from './process-usage.ts'

/** Consecutive seconds with at most this share of CPU; periodic work stays part of the measurement. */
const SECONDS = 5
const SHARE = 0.25
const PATIENCE_S = 180

/** Waits until a console has finished the registration of its first start and is idle. Throws when it never is. */
export async function whenIdle(pid: number): Promise<void> {
  let quiet = 0
  for (let second = 0; second < PATIENCE_S; second++) {
    const before = cpuSeconds(pid)
    await sleep(1_000)
    quiet = cpuSeconds(pid) - before < SHARE ? quiet + 1 : 0
    if (quiet === SECONDS) return
  }
  throw new Error(`The console was still busy after ${PATIENCE_S} s.`)
}
