import { BlockList } from 'node:net'
import { sessionOfCookie } from '#lib/auth/user-of-cookie.ts'
import { serveControl } from '#lib/control/control-server.ts'
import { DirectoryInUseError, lockDirectory } from '#lib/data-dir.ts'
import { announceAddress, DEVELOPMENT, type Env, EnvError, env } from '#lib/env.ts'
import { fileFailure } from '#lib/file-failure.ts'
import { createGardenClient } from '#lib/garden/client/client.ts'
import { KubeconfigError } from '#lib/garden/client/kubeconfig.ts'
import { ConsistentShoots } from '#lib/garden/consistent-shoots.ts'
import { WriteQueue } from '#lib/garden/writes/write-queue.ts'
import type { Admission } from '#lib/http/admission.ts'
import { builtFiles } from '#lib/http/built-files.ts'
import { openGate } from '#lib/http/gate.ts'
import { packedFiles } from '#lib/http/packed-files.ts'
import type { CleanupController } from '#lib/operators/cleanup/cleanup-controller.ts'
import { StateClocks } from '#lib/queries/bindings/state-clocks.ts'
import { ClusterRegister } from '#lib/queries/cluster-register.ts'
import type { RunningOperators } from '#lib/queries/operators/controllers.ts'
import { QueueRegister } from '#lib/queries/pools/queues.ts'
import { ClaimedPlans, createKimSource, LABEL_SOURCE } from '#lib/queries/shoots/landscape-plans.ts'
import { type Runtime, setRuntime } from '#lib/runtime.ts'
import { ChainCheck } from '#lib/services/audit/chain-check.ts'
import { ConfigMapWriter } from '#lib/services/rules/config-map-writer.ts'
import { AccessGrants } from '#lib/services/tokens/access-grants.ts'
import { userOfToken } from '#lib/services/tokens/user-of-token.ts'
import { SettingsError, SettingsFiles } from '#lib/settings/settings-files.ts'
import { AuditLog } from '#lib/store/audit/audit-log.ts'
import { readRequestedRegions } from '#lib/store/claims/recorded-requests.ts'
import { StoreError } from '#lib/store/database/store-errors.ts'
import { loadBindings } from '#lib/store/states/recall-bindings.ts'
import type { Store } from '#lib/store/store.ts'
import { log, logError } from '#lib/telemetry/log.ts'
import { VERSION } from '#lib/version.ts'
import { admitRequests } from './admit-requests.ts'
import { clusterAccess, outerAccess, resolveLandscapeName } from './cluster-access.ts'
import { controlCommands } from './control-commands.ts'
import { every, READING_MS, stuckLoops } from './every.ts'
import type { RouteNames } from './metrics/start-metrics.ts'
import { MultiAccountSettings } from './multi-account-settings.ts'
import { openDatabase } from './open-database.ts'
import { OpenRequests } from './open-requests.ts'
import { createRateLimits } from './rate-limits.ts'
import { recordRefusedCalls } from './record-refused-calls.ts'
import { serverVersions } from './server-versions.ts'
import { Shutdown } from './shutdown.ts'
import { startAccountConditions } from './start-account-conditions.ts'
import { actionContext, startActions } from './start-actions.ts'
import { startAdoption } from './start-adoption.ts'
import { startApprovals } from './start-approvals.ts'
import { logAuditEnd, logAuditEntries } from './start-audit-export.ts'
import { claimRules, startClaims } from './start-claims.ts'
import { cleaningSettings, startCleanup } from './start-cleanup.ts'
import { openControlPlane, startOperatorObjects, startRuntimes } from './start-control-plane.ts'
import { StartError } from './start-error.ts'
import { startJobs } from './start-jobs.ts'
import { startKubeconfigActions } from './start-kubeconfigs.ts'
import { startLandscape } from './start-landscape.ts'
import { startOperators } from './start-operators.ts'
import { startOutcomeRecovery } from './start-outcome-recovery.ts'
import { startQueries } from './start-queries.ts'
import { startRecords } from './start-records.ts'
import { measureRequests, startRequests } from './start-requests.ts'
import { startRules } from './start-rules.ts'
import { startSignIn } from './start-sign-in.ts'
import { reportStep } from './start-step.ts'

const SETTINGS_MS = 1_000
const MULTI_ACCOUNT_MS = 2_000
const CLAIMS_MS = 1_500
const BYTES_OF_MB = 1_000_000

/** Starts the runtime. What prevents it is said on the terminal, and ends the process with code 1. */
export async function startRuntime(routes: RouteNames): Promise<void> {
  const shutdown = new Shutdown(error => log().error({ err: error }, 'something could not be closed'))
  // A launcher that dies without a word, such as the demo's, closes its channel to this process.
  let drain: () => Promise<void> = async () => {}
  for (const end of ['SIGINT', 'SIGTERM', 'disconnect'] as const) {
    process.on(end, () => void endGracefully(drain, shutdown))
  }
  try {
    const settings = env()
    const open = new OpenRequests()
    drain = () => open.drain(settings.HAP_DRAIN_SECONDS * 1000)
    const requests = startRequests(routes, shutdown)
    const started = await compose(settings, shutdown)
    await measureRequests(settings, { requests, runtime: started, routes }, shutdown)
    setRuntime(started)
  } catch (error) {
    process.stderr.write(`${startFailure(error)}\n`)
    await shutdown.run()
    process.exit(1)
  }
}

/** What is under way is answered before that what it needs is closed. Who asks again, as a second Ctrl+C does, waits no longer. */
async function endGracefully(drain: () => Promise<void>, shutdown: Shutdown): Promise<void> {
  await drain()
  await shutdown.run()
  process.exit(0)
}

/** The one place that knows how the parts belong together. */
async function compose(settings: Env, shutdown: Shutdown): Promise<Runtime> {
  announceAddress(settings)
  const publicUrl = settings.HAP_URL === null ? null : new URL(settings.HAP_URL)
  const trusted = settings.HAP_TRUSTED_PROXIES ?? new BlockList()
  const admission = Promise.withResolvers<Admission>()
  shutdown.add(
    openGate({
      port: settings.PORT,
      trusted,
      publicUrl,
      packed: packedFiles(),
      built: DEVELOPMENT ? null : builtFiles(),
      admission: admission.promise,
      onError: logError,
    }),
  )
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

  // Read before the database opens: a process that exits while WebAssembly is compiled can hang (nodejs/node#54918).
  const outer = outerAccess(settings)
  reportStep('waiting for the data folder')
  const lock = await lockDirectory(settings.DATA_DIR)
  shutdown.add(() => lock.release())
  reportStep('opening the database and Gardener')
  // Either takes seconds at its first start.
  const [store, { access, embedded }] = await Promise.all([
    openDatabase(settings, lock, shutdown),
    clusterAccess(outer, settings, shutdown),
  ])
  const multiAccount = new MultiAccountSettings(
    store,
    () => ({
      multiAccount: files.active.multiAccount,
      file: settings.HAP_MULTI_ACCOUNT_FILE ?? 'the built-in settings',
    }),
    settings.HAP_STALE_AFTER * 1000,
  )
  const reading = { boundMs: READING_MS }
  // Another replica may have changed them.
  shutdown.add(every(MULTI_ACCOUNT_MS, () => multiAccount.refresh(), 'allowlist and limits were not read', reading))
  const rules = await startRules(settings, files, store, shutdown)
  const landscape = resolveLandscapeName(settings, access, embedded)
  reportStep('reading bindings and shoots')
  const gardenClient = createGardenClient({ access, version: VERSION })
  shutdown.add(() => gardenClient.close())
  const watched = await startLandscape(
    store,
    {
      client: gardenClient,
      namespace: landscape.namespace,
      kinds: settings.HAP_BINDING_KINDS,
      staleAfterMs: settings.HAP_STALE_AFTER * 1000,
      recall: kind => loadBindings(store.db, landscape.namespace, kind),
      planLabels: { plan: settings.HAP_PLAN_LABEL, platformRegion: settings.HAP_PLATFORM_REGION_LABEL },
    },
    shutdown,
  )
  const { live } = watched
  shutdown.add(() => live.stop(), 'The watches of Gardener')
  const writeQueue = new WriteQueue(settings.HAP_WRITES_PER_SECOND)
  shutdown.add(() => writeQueue.close())
  const client = startAccountConditions({ store, client: gardenClient, live, queue: writeQueue }, shutdown)
  const controlPlane = openControlPlane(settings, { client, access, embedded }, shutdown)
  const runtimes = startRuntimes(settings, controlPlane?.client ?? null, shutdown)
  const operators = startOperatorObjects(settings, controlPlane?.client ?? null, shutdown)
  const claimed = new ClaimedPlans(ids => readRequestedRegions(store.db, ids))
  const plans = [claimed, ...(runtimes ? [createKimSource(runtimes.runtimes)] : []), LABEL_SOURCE]
  const { inventory } = live
  const clusters = new ClusterRegister(store, live.noteClaims)
  // Any process may write claims.
  shutdown.add(every(CLAIMS_MS, async () => claimed.learn(await clusters.read()), 'claims were not read', reading))
  const audit = new AuditLog(store)
  const grants = new AccessGrants({
    store,
    tokens: settings.HAP_TOKENS_GRANT_ACCESS,
    onDeprecated: use =>
      log().warn(use, 'an API token granted access; the next release needs HAP_TOKENS_GRANT_ACCESS=on'),
  })
  const kubeconfigs = startKubeconfigActions(settings, { controlPlane, audit, grants, now: store.now }, shutdown)
  const clocks = new StateClocks()
  shutdown.add(startRecords({ store, inventory, clocks }))
  // The name of the key is that of the file KEB mounts.
  const place = { namespace: landscape.namespace, name: settings.HAP_RULES_CONFIGMAP, key: 'hapRule.yaml' }
  const rulesWriter = new ConfigMapWriter({ store, audit, client, place })
  shutdown.add(() => rulesWriter.close())
  const cleaning = cleaningSettings(settings)
  const { doubtIn } = watched.register
  const { pause } = watched.landscape
  const shoots = new ConsistentShoots({ client, inventory })
  const parts = {
    store,
    audit,
    client,
    shoots,
    inventory,
    queue: writeQueue,
    multiAccount,
    rules,
    cleaning,
    doubtIn,
    pause,
  }
  const resources = controlPlane && {
    control: controlPlane.client,
    namespace: settings.HAP_KCP_NAMESPACE,
    audit,
    grants,
    now: store.now,
  }
  const acting = actionContext(parts)
  shutdown.add(startOutcomeRecovery({ ...parts, acting, kubeconfigs, resources }))
  const actions = startActions(acting, parts, shutdown)
  const cleaner = await startCleanup(settings, { ...parts, access, landscape }, shutdown)
  const auth = startSignIn(settings, { store, embedded }, shutdown)
  const control = serveControl(settings.DATA_DIR, {
    commands: controlCommands(parts),
    onError: error => log().error({ err: error }, 'a request of the hap command failed'),
  })
  shutdown.add(() => control.close())
  startAdoption({ ...parts, landscape: watched.landscape }, shutdown)
  recordRefusedCalls({ audit, auth })
  shutdown.add(logAuditEnd(store))
  if (settings.HAP_AUDIT_LOG) shutdown.add(logAuditEntries(store))
  const tokens = { store, demoUsers: auth.demoUsers, onError: logError }
  const senders = {
    sessions: auth.sessions,
    sessionOf: (cookie: string) => sessionOfCookie(auth, cookie),
    userOfToken: (token: string) => userOfToken(tokens, token),
  }
  const pace = createRateLimits({
    requestsPerUser: settings.HAP_REQUESTS_PER_USER,
    requestsPerAddress: settings.HAP_REQUESTS_PER_ADDRESS,
    bytesPerUser: settings.HAP_BODY_MB_PER_USER * BYTES_OF_MB,
    bytesPerAddress: settings.HAP_BODY_MB_PER_ADDRESS * BYTES_OF_MB,
  })
  admission.resolve(admitRequests({ ...senders, pace }))
  const claims = startClaims(
    { ...parts, kinds: settings.HAP_BINDING_KINDS, twoPersons: settings.HAP_TWO_PERSON === 'dangerous' },
    shutdown,
  )
  const started = startOperators(
    settings,
    {
      controlPlane,
      garden: client,
      inventory,
      claims,
      landscape: watched.landscape,
      rules: () => claimRules(rules, multiAccount),
      shootNamespace: landscape.namespace,
      timeOfClaims: store.now,
    },
    shutdown,
  )

  const context = startQueries(
    { ...parts, rulesWriter, settings, files, plans, clocks, runtimes: runtimes?.runtimes ?? null },
    shutdown,
  )
  const { demoUsers } = auth
  const jobs = startJobs({ ...parts, actions, demoUsers }, shutdown)
  const approvals = startApprovals(settings, { ...parts, actions, jobs, demoUsers, context }, shutdown)
  return {
    landscape,
    landscapeState: { store, audit, inventory, ...watched },
    client,
    settings: files,
    store,
    versions: serverVersions(client, store),
    audit,
    chain: new ChainCheck(store),
    multiAccount,
    rules,
    rulesWriter,
    clusters,
    queues: new QueueRegister(store),
    writeQueue,
    actions: approvals.actions,
    jobs: approvals.jobs,
    approvals,
    claims,
    problems: () => [
      ...databaseProblems(store, rules, multiAccount, clusters),
      ...watched.problems(),
      ...rules.problems(),
      ...files.problems(),
      ...stuckLoops(),
    ],
    stuckLoops,
    auth,
    userOfToken: senders.userOfToken,
    controlPlane: controlPlane?.client ?? null,
    runtimes,
    operators,
    resources,
    kubeconfigs,
    runningOperators: withCleaner(started, cleaner),
    context,
  }
}

/** The cleaner works whoever leads. */
function withCleaner(started: RunningOperators, cleaner: Pick<CleanupController, 'metrics'> | null): RunningOperators {
  const own = () => (cleaner === null ? [] : [{ name: 'cleanup', metrics: cleaner.metrics() }])
  return { ...started, controllers: () => [...started.controllers(), ...own()] }
}

function databaseProblems(store: Store, ...readers: readonly { problem(): string | null }[]): readonly string[] {
  const health = store.health()
  const problems = readers.flatMap(reader => reader.problem() ?? [])
  return health.state === 'up' ? problems : [[health.message, ...problems].join(' ')]
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
