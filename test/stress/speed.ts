import { setTimeout as sleep } from 'node:timers/promises'
import type { Servers } from './landscape.ts'
import { type Report, Stage } from './stage.ts'

/**
 * Claims of tenants that come as they come, at `rate` per second whatever the answers take (open loop, exponential gaps): so a
 * slow answer does not keep the next request away.
 */
export async function paced(servers: Servers, rate: number, seconds: number): Promise<Report> {
  const count = rate * seconds
  const stage = await Stage.open(servers, { scenario: 'paced', seed: 1, processes: 1, own: count, shared: 0 })
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

/** So many tenants ask for their first account at the same moment. */
export async function burst(servers: Servers, count: number): Promise<Report> {
  const stage = await Stage.open(servers, { scenario: 'burst', seed: 1, processes: 1, own: count + 20, shared: 0 })
  // The first claim compiles the code.
  await Promise.all(Array.from({ length: 10 }, (_, n) => stage.claim(`warm-${n}`, `warm-${n}`, 'own')))
  stage.forgetLatencies()
  await Promise.all(Array.from({ length: count }, (_, n) => stage.claim(`key-${n}`, `tenant-${n}`, 'own')))
  return stage.close()
}
