import { setTimeout as sleep } from 'node:timers/promises'
import { cpuSeconds } from './process-usage.ts'

/** Seconds in a row of which a process may use this share each: what it does now and then is part of what is measured. */
const SECONDS = 5
const SHARE = 0.25
const PATIENCE_S = 180

/** Waits until a console has registered what it found at its first start, and does what it does all day. Throws when it never gets there. */
export async function whenQuiet(pid: number): Promise<void> {
  let quiet = 0
  for (let second = 0; second < PATIENCE_S; second++) {
    const before = cpuSeconds(pid)
    await sleep(1_000)
    quiet = cpuSeconds(pid) - before < SHARE ? quiet + 1 : 0
    if (quiet === SECONDS) return
  }
  throw new Error(`The console was still busy after ${PATIENCE_S} s.`)
}
