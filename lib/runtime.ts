import type { NextAuthOptions } from 'next-auth'
import { authOptions } from './auth/options.ts'
import { storedSessionSecret } from './auth/session-secret.ts'
import { serveControl } from './control/control-server.ts'
import { DirectoryInUseError, lockDirectory } from './data-dir.ts'
import { announceAddress, type Env, EnvError, env } from './env.ts'
import { fileFailure } from './file-failure.ts'
import { createGardenClient, type GardenClient } from './garden/client/client.ts'
import { KubeconfigError } from './garden/client/kubeconfig.ts'
import { watchInventory } from './garden/inventory/watch-inventory.ts'
import { WriteQueue } from './garden/writes/write-queue.ts'
import type { QueryContext } from './queries/query-context.ts'
import { ClusterRegister } from './queries/shoots/cluster-register.ts'
import { adoptionAtWork } from './runtime/adoption-at-work.ts'
import { bulkJobs } from './runtime/bulk-jobs.ts'
import { claimsAtWork } from './runtime/claims-at-work.ts'
import { clusterAccess } from './runtime/cluster-access.ts'
import { controlCommands } from './runtime/control-commands.ts'
import { every } from './runtime/every.ts'
import { keepRecords } from './runtime/keep-records.ts'
import { type LandscapeName, landscapeName } from './runtime/landscape-name.ts'
import { manualActions } from './runtime/manual-actions.ts'
import { MultiAccountSettings } from './runtime/multi-account-settings.ts'
import { openDatabase } from './runtime/open-database.ts'
import { readContext } from './runtime/read-context.ts'
import { recordRefusedCalls } from './runtime/record-refused-calls.ts'
import { type ServerVersions, serverVersions } from './runtime/server-versions.ts'
import { Shutdown } from './runtime/shutdown.ts'
import { StartError } from './runtime/start-error.ts'
import { findUnknownOutcomes } from './runtime/unknown-outcomes.ts'
import type { ActionService } from './services/actions/action-service.ts'
import { ChainCheck } from './services/audit/chain-check.ts'
import type { ClaimService } from './services/claims/claim-service.ts'
import type { JobService } from './services/jobs/job-service.ts'
import { SettingsError, SettingsFiles } from './settings/settings-files.ts'
import { AuditLog } from './store/audit/audit-log.ts'
import { StoreError } from './store/failure/store-errors.ts'
import type { Store } from './store/store.ts'
import { log } from './telemetry/log.ts'
import { VERSION } from './version.ts'

/** Everything a request needs, made once per process. */
export interface Runtime {
  readonly landscape: LandscapeName
  readonly auth: NextAuthOptions
  readonly client: GardenClient
  readonly settings: SettingsFiles
  readonly store: Store
  readonly versions: ServerVersions
  readonly audit: AuditLog
  readonly chain: ChainCheck
  readonly multiAccount: MultiAccountSettings
  /** Clusters the database knows. */
  readonly clusters: ClusterRegister
  /** The one way to write bindings: whoever else does takes it too. */
  readonly writeQueue: WriteQueue
  readonly actions: ActionService
  /** Actions on many bindings. */
  readonly jobs: JobService
  readonly claims: ClaimService
  /** Sentences for every page: the database does not answer, a settings file is not valid. */
  problems(): readonly string[]
  /** The inventory and the settings in force at this moment. */
  context(): QueryContext
}

const SETTINGS_MS = 1_000
const MULTI_ACCOUNT_MS = 2_000
const CLAIMS_MS = 1_500

// Next.js loads this module once per bundle; there is one runtime all the same.
const KEY = Symbol.for('hap.runtime')
const shared: typeof globalThis & { [KEY]?: Runtime } = globalThis

/** The runtime of this process. Throws before startRuntime() is done. */
export function runtime(): Runtime {
  const started = shared[KEY]
  if (!started) throw new Error('The runtime has not started.')
  return started
}

/** Starts the runtime. What prevents it is said on the terminal, and ends the process with code 1. */
export async function startRuntime(): Promise<void> {
  const shutdown = new Shutdown(error => log().error({ err: error }, 'something could not be closed'))
  // A launcher that dies without a word, such as the demo's, closes its channel to this process.
  for (const end of ['SIGINT', 'SIGTERM', 'disconnect'] as const) {
    process.on(end, () => void shutdown.run().then(() => process.exit(0)))
  }
  try {
    shared[KEY] = await compose(env(), shutdown)
  } catch (error) {
    process.stderr.write(`${startFailure(error)}\n`)
    await shutdown.run()
    process.exit(1)
  }
}

/** The one place that knows how the parts belong together. */
async function compose(settings: Env, shutdown: Shutdown): Promise<Runtime> {
  announceAddress(settings)
  const files = new SettingsFiles({
    rulesFile: settings.HAP_RULES_FILE,
    plansFile: settings.HAP_PLANS_FILE,
    requiredPlans: settings.HAP_REQUIRED_PLANS,
    multiAccountFile: settings.HAP_MULTI_ACCOUNT_FILE,
    semantics: settings.HAP_SEMANTICS,
  })
  logSettings(files)
  const refresh = setInterval(() => {
    if (files.refresh()) logSettings(files)
  }, SETTINGS_MS).unref()
  shutdown.add(() => clearInterval(refresh))

  const lock = lockDirectory(settings.DATA_DIR)
  shutdown.add(() => lock.release())
  // Either takes seconds at its first start.
  const [store, { access, embedded }] = await Promise.all([
    openDatabase(settings, shutdown),
    clusterAccess(settings, shutdown),
  ])
  const multiAccount = new MultiAccountSettings(store, () => ({
    multiAccount: files.active.multiAccount,
    file: settings.HAP_MULTI_ACCOUNT_FILE ?? 'the built-in settings',
  }))
  // Another replica may have changed them.
  shutdown.add(every(MULTI_ACCOUNT_MS, () => multiAccount.refresh(), 'allowlist and limits were not read'))
  const landscape = landscapeName(settings, access, embedded)
  const client = createGardenClient({ access, version: VERSION })
  shutdown.add(() => client.close())
  const live = watchInventory({
    client,
    namespace: landscape.namespace,
    kinds: settings.HAP_BINDING_KINDS,
    staleAfterMs: settings.HAP_STALE_AFTER * 1000,
  })
  shutdown.add(() => live.stop())
  const writeQueue = new WriteQueue(settings.HAP_WRITES_PER_SECOND)
  shutdown.add(() => writeQueue.close())
  const { inventory } = live
  const clusters = new ClusterRegister(store, live.noteClaims)
  // Any process may write claims.
  shutdown.add(every(CLAIMS_MS, () => clusters.read(), 'claims were not read'))
  const audit = new AuditLog(store)
  shutdown.add(keepRecords({ store, inventory }))
  const parts = { store, audit, client, inventory, queue: writeQueue, multiAccount }
  shutdown.add(findUnknownOutcomes(parts))
  const actions = manualActions(parts, shutdown)
  const demoUsers = settings.HAP_DEMO_USERS ?? embedded
  const control = serveControl(settings.DATA_DIR, {
    commands: controlCommands(parts),
    onError: error => log().error({ err: error }, 'a request of the hap command failed'),
  })
  shutdown.add(() => control.close())
  adoptionAtWork(parts, shutdown)
  const secret = settings.HAP_SESSION_SECRET ?? storedSessionSecret(settings.DATA_DIR)
  recordRefusedCalls({ audit, secret })

  return {
    landscape,
    client,
    settings: files,
    store,
    versions: serverVersions(client, store),
    audit,
    chain: new ChainCheck(store),
    multiAccount,
    clusters,
    writeQueue,
    actions,
    jobs: bulkJobs({ ...parts, actions, demoUsers }, shutdown),
    claims: claimsAtWork({ ...parts, settings: files, kinds: settings.HAP_BINDING_KINDS }, shutdown),
    problems: () => [...databaseProblems(store, multiAccount, clusters), ...files.problems()],
    auth: authOptions({
      secret,
      demoUsers,
      onFailure: code => log().warn({ code }, 'sign-in failed'),
    }),
    context: readContext({ ...parts, settings, files }, shutdown),
  }
}

function databaseProblems(store: Store, ...readers: readonly { problem(): string | null }[]): readonly string[] {
  const health = store.health()
  if (health.state === 'up') return []
  return [[health.message, ...readers.map(reader => reader.problem())].join(' ')]
}

function logSettings(files: SettingsFiles): void {
  for (const problem of files.problems()) log().error(problem)
  if (files.warnings !== '') log().warn(files.warnings)
}

const EXPECTED = [EnvError, SettingsError, StartError, StoreError, KubeconfigError, DirectoryInUseError]

/** Why the start failed, for the terminal: our own words, or the stack of what nobody foresaw. */
function startFailure(error: unknown): string {
  if (EXPECTED.some(kind => error instanceof kind) && error instanceof Error) return error.message
  const file = fileFailure(error)
  if (file !== null) return file
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
