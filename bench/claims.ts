import { type Servers, startServers } from '../test/stress/landscape.ts'
import type { Report } from '../test/stress/report.ts'
import { burst, paced } from '../test/stress/speed.ts'
import type { Bench } from './bench.ts'

/** Time of a write of a binding on a real Gardener without throttling. */
const API_MS = 10

/** The claim service on a separate API server and PostgreSQL. Fails if an account is assigned twice. */
export const benches: Bench[] = [
  bench('45 a second for 30 s, p99', 200, 'p99', servers => paced(servers, 45, 30)),
  bench('burst of 300, p90', 1_500, 'p90', servers => burst(servers, 300)),
]

function bench(
  what: string,
  budget: number,
  figure: keyof Report['latencyMs'],
  speed: (servers: Servers) => Promise<Report>,
): Bench {
  const run = async () => {
    const servers = await startServers(null, null, API_MS)
    try {
      const { violations, acknowledged, claims, latencyMs } = await speed(servers)
      if (Object.keys(violations).length > 0 || claims === 0 || acknowledged < claims)
        throw new Error(`${acknowledged} of ${claims} claims got an account; ${JSON.stringify(violations)}`)
      return latencyMs[figure]
    } finally {
      await servers.stop()
    }
  }
  return { name: `claims: ${what}`, unit: 'ms', budget, run }
}
