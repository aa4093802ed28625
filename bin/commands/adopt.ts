import { CONTROL_COMMANDS, findSocketProblem } from '#lib/control/protocol.ts'
import { type Env, env } from '#lib/env.ts'
import { createGardenClient } from '#lib/garden/client/client.ts'
import { watchInventory } from '#lib/garden/inventory/watch-inventory.ts'
import { loadConfiguredAccess, resolveLandscapeName } from '#lib/runtime/cluster-access.ts'
import { StartError } from '#lib/runtime/start-report.ts'
import { type AdoptionQuestion, adoptionLines } from '#lib/services/landscape/adopt.ts'
import { type AdoptionReport, leftByReason, readReport } from '#lib/services/landscape/plan-adoption.ts'
import { AuditLog } from '#lib/store/audit/audit-log.ts'
import { refuseUnlessMigrated } from '#lib/store/database/migrate.ts'
import { openStoreOn } from '#lib/store/open-store.ts'
import { NO_EVENTS } from '#lib/store/store.ts'
import { VERSION } from '#lib/version.ts'
import { type Command, EXIT, type Io } from '../command.ts'
import { counted } from './lib/counted.ts'
import { consoleOrAlone, explained, openAlone } from './lib/database-access.ts'
import { parseOptions } from './lib/options.ts'

const HELP = `
Usage:
  hap adopt [--dry-run] [--json]

Registers the clusters of the landscape that have no claim in the database, each as a claim marked as adopted. A console does so
automatically at its first start. Shoots that are created later without a claim are only counted; this command registers them.
Repeated runs change nothing.

  --dry-run  prints what would be registered, and changes nothing; a database of an older version is not migrated
  --json     the report as JSON

The command uses the console that runs in DATA_DIR. Without one, it uses the database of DATABASE_URL or the embedded one in
DATA_DIR, which it migrates first, and the landscape of KUBECONFIG.
`

/** Maximum number of shoot names listed per reason. */
const SHOWN = 5

export const command: Command = {
  help: HELP,
  run: (args, io) => {
    const options = {
      'dry-run': { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    } as const
    const { values } = parseOptions(args, options, { least: 0, most: 0 })
    return explained(io, async () => {
      const report = await asked(env(), { dryRun: values['dry-run'] })
      if (values.json) io.out(JSON.stringify(report, null, 2))
      else print(report, io)
      return EXIT.ok
    })
  },
}

async function asked(settings: Env, args: AdoptionQuestion): Promise<AdoptionReport> {
  const errand = { command: CONTROL_COMMANDS.adopt, args, alone: () => adoptAlone(settings, args) }
  for await (const line of consoleOrAlone(settings.DATA_DIR, errand)) return readReport(line)
  throw new Error('The console sent no response.')
}

function print(report: AdoptionReport, io: Io): void {
  const { namespace, dryRun, registered, globalAccounts, accounts, known, claimedBindings, foreign } = report
  const owners = `${counted(globalAccounts, 'global account')} on ${counted(accounts, 'account')}`
  const verb = dryRun ? 'Would register' : 'Registered'
  io.out(`${verb} ${counted(registered, 'cluster')} of ${namespace}${registered === 0 ? '' : `, of ${owners}`}.`)
  io.out(
    `Claims already existed for ${counted(known, 'cluster')}. ${counted(claimedBindings, 'binding')} belong to a global account.`,
  )
  if (foreign.length > 0) io.out(`On an account of another global account: ${names(foreign)}.`)
  for (const { why, shoots } of leftByReason(report)) {
    const examples = shoots.map(({ cluster, binding }) => (binding === null ? cluster : `${cluster} on ${binding}`))
    io.out(`Not registered: ${shoots.length.toLocaleString('en')} ${why} (${names(examples)}).`)
  }
}

function names(all: readonly string[]): string {
  const more = all.length - SHOWN
  return all.slice(0, SHOWN).join(', ') + (more > 0 ? ` and ${more.toLocaleString('en')} more` : '')
}

/** Timeout of reading the landscape. */
const READ_MS = 300_000

/** Adopts without a console: opens the database, reads the landscape once, and yields the report as a line. */
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
