import { createGarden } from '#embedded-garden/garden.ts'
import type { Scenario } from './scenario.ts'
import { bearer, CALLERS, specialCaller, type Target } from './target.ts'

/** Pause, as in the recorder, because the caches of real servers lag behind a write. */
const CACHES_MS = 50

/** A new garden for one scenario. Scenarios about timing use the throttle, as in the recording. */
export async function embeddedTarget(scenario: Scenario): Promise<Target> {
  const timed = scenario.timing !== undefined
  const users = Object.entries(CALLERS).map(([as, user]) => ({ token: `token-of-${as}`, user }))
  const garden = await createGarden({ users, throttle: false })
  const { aggregatedApi, store, throttle } = garden.services
  return {
    connection: { server: garden.url, tls: { ca: garden.caCertificate } },
    identify: as => specialCaller(as) ?? bearer(`token-of-${as}`),
    actions: {
      'stop-aggregated-api': () => aggregatedApi.stop(),
      'start-aggregated-api': () => aggregatedApi.start(),
      'compact-storage': () => store.compact(),
    },
    settle: async () => {
      throttle.switch(timed)
      await new Promise(resolve => setTimeout(resolve, CACHES_MS))
    },
    close: () => garden.stop(),
  }
}
