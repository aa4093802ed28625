import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import type { Bench } from './bench.ts'
import type { ColdStart } from './lib/cold-start.ts'
import { share } from './lib/shared.ts'

/** Cold start of an inventory: 5,000 bindings and 5,000 shoots of 17 kB over HTTPS; separate processes for each start and the server. */
export const benches: Bench[] = [
  {
    name: 'inventory: longest stall of a cold start',
    unit: 'ms',
    budget: 40,
    process: 'inventory',
    run: async () => median(await coldStarts(), each => each.stallMs),
  },
  {
    name: 'inventory: growth of memory by a cold start',
    unit: 'MB',
    budget: 120,
    process: 'inventory',
    run: async () => median(await coldStarts(), each => each.growthMb),
  },
  {
    name: 'inventory: cold start',
    unit: 's',
    budget: 5,
    process: 'inventory',
    run: async () => median(await coldStarts(), each => each.seconds),
  },
]

const coldStarts = share(async (): Promise<ColdStart[]> => {
  const server = fork(path.join(import.meta.dirname, 'lib/garden-server.ts'))
  const [kubeconfig] = await once(server, 'message')
  const starts: ColdStart[] = []
  for (let i = 0; i < 3; i++) {
    const child = fork(path.join(import.meta.dirname, 'lib/cold-start.ts'), { execArgv: ['--expose-gc'] })
    child.send(kubeconfig)
    const [start] = await once(child, 'message')
    starts.push(start)
    child.disconnect()
  }
  server.disconnect()
  return starts
})

/** The median, because another process on the same core may slow down a single start. */
function median(starts: readonly ColdStart[], of: (start: ColdStart) => number): number {
  const sorted = starts.map(of).sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
