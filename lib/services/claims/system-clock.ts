import { setTimeout as sleep } from 'node:timers/promises'
import type { ClaimClock } from './claim-context.ts'

export const SYSTEM_CLOCK: ClaimClock = {
  now: Date.now,
  sleep: async ms => {
    await sleep(ms)
  },
  random: Math.random,
}
