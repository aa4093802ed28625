import type { GardenClient } from '#lib/garden/client/client.ts'
import { readShootsOf } from '#lib/garden/fresh-reads.ts'
import { type AdoptionParts, adoptAtFirstStart } from '#lib/services/adoption/adopt.ts'
import { retireVanished } from '#lib/services/adoption/retire-vanished.ts'
import type { Landscape } from '#lib/services/landscape/landscape.ts'
import { log } from '#lib/telemetry/log.ts'
import { every, MANY_OBJECTS_MS } from './every.ts'
import type { Shutdown } from './shutdown.ts'

/** Interval between attempts until the first adoption succeeds. */
const FIRST_MS = 1_000
const VANISHED_MS = 30_000

interface Parts extends AdoptionParts {
  readonly client: GardenClient
  readonly landscape: Landscape
}

/** Adopts the landscape at the first start, and retires adopted claims whose cluster no longer exists. */
export function startAdoption(parts: Parts, shutdown: Shutdown): void {
  const { client, inventory } = parts
  const first = async () => {
    const report = await adoptAtFirstStart(parts)
    if (report === 'later') return
    endFirst()
    if (report) {
      const { registered, globalAccounts, accounts, left } = report
      log().info({ registered, globalAccounts, accounts, left: left.length }, 'the landscape was adopted')
    }
  }
  const endFirst = every(FIRST_MS, first, 'the landscape was not adopted', { boundMs: MANY_OBJECTS_MS })
  shutdown.add(endFirst)

  const shootsOf = (tenant: string) => readShootsOf(client, inventory.namespace, tenant)
  let looked: number | null = null
  const vanished = async () => {
    const { version } = inventory
    if (version === looked) return
    const count = await retireVanished({ ...parts, shootsOf })
    if (count === null) return
    looked = version
    if (count > 0) log().info({ count }, 'clusters that had been adopted are gone')
  }
  shutdown.add(every(VANISHED_MS, vanished, 'adopted claims were not looked after', { boundMs: MANY_OBJECTS_MS }))
}
