import { setTimeout as sleep } from 'node:timers/promises'
import { startLandscape } from '../e2e/support/landscape.ts'
import { startPostgres } from '../test/store/postgres/start-postgres.ts'
import type { Bench } from './bench.ts'
import { residentMb } from './lib/process-usage.ts'
import { fetchAsViewer } from './lib/signed-in.ts'
import { whenIdle } from './lib/when-idle.ts'

/** Time after a start in which the console reads all data and registers existing clusters. */
const SETTLED_MS = 15_000
const ROUNDS = 5
const LOOKED_AT = [
  '/',
  '/pools',
  '/bindings',
  '/shoots',
  '/global-accounts',
  '/audit',
  '/allowlist',
  '/settings',
  '/api/v1/shoots/export?format=csv',
]

/** Memory of a console with 5,000 bindings and 20,000 shoots after every page was opened and a list exported, without the garden. */
export const benches: Bench[] = [
  {
    name: 'memory: console with an embedded database',
    unit: 'MB',
    budget: 550,
    run: () => memoryOf({}),
  },
  {
    name: 'memory: console with PostgreSQL',
    unit: 'MB',
    budget: 350,
    run: async () => {
      const postgres = await startPostgres()
      try {
        return await memoryOf({ DATABASE_URL: postgres.url })
      } finally {
        await postgres.stop()
      }
    },
  },
]

async function memoryOf(settings: Readonly<Record<string, string>>): Promise<number> {
  const landscape = await startLandscape('large', settings)
  try {
    await fetchAsViewer(landscape.url)
    await whenIdle(landscape.pid)
    for (let round = 0; round < ROUNDS; round++) for (const address of LOOKED_AT) await read(address)
    await sleep(SETTLED_MS)
    return residentMb(landscape.pid)
  } finally {
    await landscape.stop()
  }
}

async function read(address: string): Promise<void> {
  const response = await fetch(address)
  if (!response.ok) throw new Error(`${address} is answered with status ${response.status}.`)
  await response.arrayBuffer()
}
