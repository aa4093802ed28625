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
import { adoptionAtWork } from './adoption-at-work.ts'
import { approvalsAtWork } from './approvals-at-work.ts'
import { bulkJobs } from './bulk-jobs.ts'
import { claimRules } from './claim-rules.ts'
import { claimsAtWork } from './claims-at-work.ts'
import { cleaningSettings } from './cleaning-settings.ts'
import { cleanupAtWork } from './cleanup-at-work.ts'
import { clusterAccess, outerAccess } from './cluster-access.ts'
import { controlCommands } from './control-commands.ts'
import { openControlPlane } from './control-plane.ts'
import { every, READING_MS, stuckLoops } from './every.ts'
import { keepPace } from './keep-pace.ts'
import { keepRecords } from './keep-records.ts'
import { kubeconfigVerbs } from './kubeconfig-verbs.ts'
import { landscapeAtWork } from './landscape-at-work.ts'
import { landscapeName } from './landscape-name.ts'
import { actionContext, manualActions } from './manual-actions.ts'
import type { RouteNames } from './metrics/metrics-at-work.ts'
import { MultiAccountSettings } from './multi-account-settings.ts'
import { openDatabase } from './open-database.ts'
import { OpenRequests } from './open-requests.ts'
import { operatorObjectsAtWork } from './operator-objects.ts'
import { operatorsAtWork } from './operators-at-work.ts'
import { readContext } from './read-context.ts'
import { recordRefusedCalls } from './record-refused-calls.ts'
import { measureRequests, requestsAtWork } from './requests-at-work.ts'
import { rulesAtWork } from './rules-at-work.ts'
import { runtimesAtWork } from './runtimes-at-work.ts'
import { serverVersions } from './server-versions.ts'
import { Shutdown } from './shutdown.ts'
import { signInAtWork } from './sign-in-at-work.ts'
import { startAccountConditions } from './start-account-conditions.ts'
import { StartError } from './start-error.ts'
import { reportStep } from './start-step.ts'
import { tellAuditEnd } from './tell-audit-end.ts'
import { tellAuditEntries } from './tell-audit-entries.ts'
import { findUnknownOutcomes } from './unknown-outcomes.ts'

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
    const requests = requestsAtWork(routes, shutdown)
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
  const rules = await rulesAtWork(settings, files, store, shutdown)
  const landscape = landscapeName(settings, access, embedded)
  reportStep('reading bindings and shoots')
  const gardenClient = createGardenClient({ access, version: VERSION })
  shutdown.add(() => gardenClient.close())
  const watched = await landscapeAtWork(
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
  const runtimes = runtimesAtWork(settings, controlPlane?.client ?? null, shutdown)
  const operators = operatorObjectsAtWork(settings, controlPlane?.client ?? null, shutdown)
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
  const kubeconfigs = kubeconfigVerbs(settings, { controlPlane, audit, grants, now: store.now }, shutdown)
  const clocks = new StateClocks()
  shutdown.add(keepRecords({ store, inventory, clocks }))
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
  shutdown.add(findUnknownOutcomes({ ...parts, acting, kubeconfigs, resources }))
  const actions = manualActions(acting, parts, shutdown)
  const cleaner = await cleanupAtWork(settings, { ...parts, access, landscape }, shutdown)
  const auth = signInAtWork(settings, { store, embedded }, shutdown)
  const control = serveControl(settings.DATA_DIR, {
    commands: controlCommands(parts),
    onError: error => log().error({ err: error }, 'a request of the hap command failed'),
  })
  shutdown.add(() => control.close())
  adoptionAtWork({ ...parts, landscape: watched.landscape }, shutdown)
  recordRefusedCalls({ audit, auth })
  shutdown.add(tellAuditEnd(store))
  if (settings.HAP_AUDIT_LOG) shutdown.add(tellAuditEntries(store))
  const tokens = { store, demoUsers: auth.demoUsers, onError: logError }
  const senders = {
    sessions: auth.sessions,
    sessionOf: (cookie: string) => sessionOfCookie(auth, cookie),
    userOfToken: (token: string) => userOfToken(tokens, token),
  }
  const pace = keepPace({
    requestsPerUser: settings.HAP_REQUESTS_PER_USER,
    requestsPerAddress: settings.HAP_REQUESTS_PER_ADDRESS,
    bytesPerUser: settings.HAP_BODY_MB_PER_USER * BYTES_OF_MB,
    bytesPerAddress: settings.HAP_BODY_MB_PER_ADDRESS * BYTES_OF_MB,
  })
  admission.resolve(admitRequests({ ...senders, pace }))
  const claims = claimsAtWork(
    { ...parts, kinds: settings.HAP_BINDING_KINDS, twoPersons: settings.HAP_TWO_PERSON === 'dangerous' },
    shutdown,
  )
  const atWork = operatorsAtWork(
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

  const context = readContext(
    { ...parts, rulesWriter, settings, files, plans, clocks, runtimes: runtimes?.runtimes ?? null },
    shutdown,
  )
  const { demoUsers } = auth
  const jobs = bulkJobs({ ...parts, actions, demoUsers }, shutdown)
  const approvals = approvalsAtWork(settings, { ...parts, actions, jobs, demoUsers, context }, shutdown)
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
    operatorsAtWork: withCleaner(atWork, cleaner),
    context,
  }
}

/** The cleaner works whoever leads. */
function withCleaner(atWork: RunningOperators, cleaner: Pick<CleanupController, 'metrics'> | null): RunningOperators {
  const own = () => (cleaner === null ? [] : [{ name: 'cleanup', metrics: cleaner.metrics() }])
  return { ...atWork, controllers: () => [...atWork.controllers(), ...own()] }
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
