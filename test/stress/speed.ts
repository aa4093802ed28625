import { setTimeout as sleep } from 'node:timers/promises'
import type { Servers } from './landscape.ts'
import type { Report } from './report.ts'
import { Stage } from './stage.ts'

/**
 * Claims of new tenants at `rate` per second regardless of the responses (open loop, exponential gaps): a slow response
 * does not delay the next request.
 */
export async function paced(servers: Servers, rate: number, seconds: number): Promise<Report> {
  const count = rate * seconds
  const stage = await Stage.open(servers, { scenario: 'paced', seed: 1, processes: 1, own: count + WARM_UP, shared: 0 })
  await warmUp(stage)
  const under: Promise<unknown>[] = []
  const begun = performance.now()
  let due = 0
  for (let n = 0; n < count; n++) {
    due += (-Math.log(1 - stage.random()) * 1_000) / rate
    await sleep(Math.max(0, begun + due - performance.now()))
    under.push(stage.claim(`key-${n}`, `tenant-${n}`, 'own'))
  }
  await Promise.all(under)
  return stage.close()
}

/** This many tenants request their first account simultaneously. */
export async function burst(servers: Servers, count: number): Promise<Report> {
  const stage = await Stage.open(servers, { scenario: 'burst', seed: 1, processes: 1, own: count + WARM_UP, shared: 0 })
  await warmUp(stage)
  await Promise.all(Array.from({ length: count }, (_, n) => stage.claim(`key-${n}`, `tenant-${n}`, 'own')))
  return stage.close()
}

/** The first claims open the connections and compile the code. */
const WARM_UP = 60

async function warmUp(stage: Stage): Promise<void> {
  for (let round = 0; round < 3; round++) {
    const names = Array.from({ length: WARM_UP / 3 }, (_, n) => `warm-${round}-${n}`)
    await Promise.all(names.map(name => stage.claim(name, name, 'own')))
  }
  stage.forgetLatencies()
}
