import { findSocketProblem } from '#lib/control/protocol.ts'
import type { Env } from '#lib/env.ts'
import { createGardenClient } from '#lib/garden/client/client.ts'
import { watchInventory } from '#lib/garden/inventory/watch-inventory.ts'
import { loadConfiguredAccess, resolveLandscapeName } from '#lib/runtime/cluster-access.ts'
import { StartError } from '#lib/runtime/start-report.ts'
import { type AdoptionQuestion, adoptionLines } from '#lib/services/adoption/adopt.ts'
import { AuditLog } from '#lib/store/audit/audit-log.ts'
import { refuseUnlessMigrated } from '#lib/store/database/migrate.ts'
import { openStoreOn } from '#lib/store/open-store.ts'
import { NO_EVENTS } from '#lib/store/store.ts'
import { VERSION } from '#lib/version.ts'
import { openAlone } from './ask-database.ts'

/** The whole landscape is read within this time, or not at all. */
const READ_MS = 300_000

/** Adopts without a console: opens the database, reads the landscape once, and gives the report as a line. */
export async function* adoptAlone(settings: Env, args: AdoptionQuestion): AsyncGenerator<string> {
  const access = loadConfiguredAccess(settings)
  if (access === null) {
    throw new StartError(noLandscape(settings.DATA_DIR))
  }
  const { namespace } = resolveLandscapeName(settings, access, false)
  const opened = await openAlone(settings, { create: false })
  const client = createGardenClient({ access, version: VERSION })
  const live = watchInventory({
    client,
    namespace,
    kinds: settings.HAP_BINDING_KINDS,
    staleAfterMs: settings.HAP_STALE_AFTER * 1000,
  })
  try {
    if (args.dryRun) await refuseUnlessMigrated(opened.connection.pool)
    const store = await openStoreOn(opened.connection, settings.HAP_SLOW_QUERY_MS, NO_EVENTS)
    await live.ready(AbortSignal.timeout(READ_MS))
    const refused = live.inventory.freshness().find(({ source, complete }) => source === 'Shoot' && !complete)
    if (refused) throw new StartError(refused.error?.message ?? 'The shoots were not read in time.')
    yield* adoptionLines({ store, audit: new AuditLog(store), inventory: live.inventory }, args)
  } finally {
    await live.stop()
    client.close()
    await opened.close()
  }
}

function noLandscape(dataDir: string): string {
  const obstacle = findSocketProblem(dataDir)
  if (obstacle !== null) return `${obstacle} To adopt without a console, set KUBECONFIG.`
  return `No console answers in ${dataDir}, and KUBECONFIG names no landscape. Start the console, set DATA_DIR to its folder, or set KUBECONFIG.`
}
