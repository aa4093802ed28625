import { createGarden } from '#embedded-garden/garden.ts'
import type { Scenario } from './scenario.ts'
import { bearer, CALLERS, specialCaller, type Target } from './target.ts'

/** Real servers serve their caches a moment after a write; the recorder waited for them. */
const CACHES_MS = 50

/** A fresh garden for one scenario. The throttle is on where the scenario is about timing, as when it was recorded. */
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
