import { findCookieSession } from '#lib/auth/session-cookie.ts'
import { lockDirectory } from '#lib/data-dir/data-dir.ts'
import { announceAddress, type Env, observes } from '#lib/env.ts'
import { createGardenClient } from '#lib/garden/client/client.ts'
import { ConsistentShoots } from '#lib/garden/consistent-shoots.ts'
import { WriteQueue } from '#lib/garden/writes/write-queue.ts'
import type { Admission } from '#lib/http/admission.ts'
import type { CleanupController } from '#lib/operators/cleanup/cleanup-controller.ts'
import { StateClocks } from '#lib/queries/bindings/state-clocks.ts'
import { ClusterRegister } from '#lib/queries/cluster-register.ts'
import type { RunningOperators } from '#lib/queries/operators/controllers.ts'
import { QueueRegister } from '#lib/queries/pools/queues.ts'
import { ClaimedPlans, createKimSource, LABEL_SOURCE } from '#lib/queries/shoots/landscape-plans.ts'
import type { Runtime } from '#lib/runtime.ts'
import { ChainCheck } from '#lib/services/audit/chain-check.ts'
import { createJobPlans } from '#lib/services/jobs/plan-job.ts'
import { ConfigMapWriter } from '#lib/services/rules/config-map-writer.ts'
import { AccessGrants } from '#lib/services/tokens/access-grants.ts'
import { FormerAdmins } from '#lib/services/tokens/former-admins.ts'
import { userOfToken } from '#lib/services/tokens/user-of-token.ts'
import { createViewService } from '#lib/services/views/views.ts'
import { readRequestedRegions } from '#lib/store/claims/recorded-requests.ts'
import { loadBindings } from '#lib/store/states/recall-bindings.ts'
import type { Store } from '#lib/store/store.ts'
import { log, logError } from '#lib/telemetry/log.ts'
import { VERSION } from '#lib/version.ts'
import { admitRequests, servedHosts } from './admit-requests.ts'
import { loadConfiguredAccess, openClusterAccess, resolveLandscapeName } from './cluster-access.ts'
import { READ_TIMEOUT_MS, repeat, stuckLoops } from './repeat.ts'
import { serverVersions } from './server-versions.ts'
import type { Shutdown } from './shutdown.ts'
import { createActionContext, startActions, startApprovals, startJobs } from './start-actions.ts'
import { logAuditEnd, logAuditEntries, recordRefusedCalls, startAuditLog, startOutcomeRecovery } from './start-audit.ts'
import { startAccountConditions, startRecords } from './start-binding-records.ts'
import { resolveClaimRules, startAdoption, startClaims } from './start-claims.ts'
import { cleaningSettings, startCleanup } from './start-cleanup.ts'
import {
  createResourceContext,
  openControlPlane,
  startKubeconfigActions,
  startOperatorObjects,
  startRuntimes,
} from './start-control-plane.ts'
import { openDatabase, startControlSocket } from './start-database.ts'
import { startLandscape } from './start-landscape.ts'
import { startOperators } from './start-operators.ts'
import { startQueries } from './start-queries.ts'
import { reportStep } from './start-report.ts'
import { rateLimits, startGate } from './start-requests.ts'
import {
  KEB_RULES_KEY,
  startKebRules,
  startMultiAccountSettings,
  startRules,
  startSettingsFiles,
} from './start-settings.ts'
import { startSignIn } from './start-sign-in.ts'
import { checkUnsafeSettings, unsafeMessage } from './unsafe-settings.ts'

const CLAIMS_MS = 1_500

/**
 * Builds the program: creates each part once, in the order of its dependencies, and passes it explicitly to those that need it. A part that
 * has to stop registers with `shutdown`, which closes the last one first. Everything that runs in a process starts here.
 * Throws the errors of `startFailure` when a part cannot start.
 */
export async function compose(settings: Env, shutdown: Shutdown): Promise<Runtime> {
  announceAddress(settings)
  const writesGardener = !observes(settings)

  // The gate accepts requests from now on; they wait until the admission can decide on them.
  const admission = Promise.withResolvers<Admission>()
  startGate(settings, admission.promise, shutdown)

  const files = startSettingsFiles(settings, shutdown)
  // Read before the database opens: a process that exits while WebAssembly is compiled can hang (nodejs/node#54918).
  const configuredAccess = loadConfiguredAccess(settings)

  // Database and Gardener. Each takes seconds at its first start.
  reportStep('waiting for the data folder')
  const lock = await lockDirectory(settings.DATA_DIR)
  shutdown.add(() => lock.release())
  reportStep('opening the database and Gardener')
  const [store, { access, embedded }] = await Promise.all([
    openDatabase(settings, lock, shutdown),
    openClusterAccess(configuredAccess, settings, shutdown),
  ])
  const unsafe = await checkUnsafeSettings(settings, store)
  for (const each of unsafe) log().warn(unsafeMessage(each))
  const rules = await startRules(settings, files, store, shutdown)

  // Bindings and shoots, and writes of bindings.
  const landscapeName = resolveLandscapeName(settings, access, embedded)
  const { namespace } = landscapeName
  reportStep('reading bindings and shoots')
  const gardenClient = createGardenClient({ access, version: VERSION, readOnly: !writesGardener })
  shutdown.add(() => gardenClient.close())
  const watched = await startLandscape(
    store,
    {
      client: gardenClient,
      namespace,
      kinds: settings.HAP_BINDING_KINDS,
      staleAfterMs: settings.HAP_STALE_AFTER * 1000,
      recall: kind => loadBindings(store.db, namespace, kind),
      planLabels: { plan: settings.HAP_PLAN_LABEL, platformRegion: settings.HAP_PLATFORM_REGION_LABEL },
    },
    shutdown,
  )
  const { live, landscape } = watched
  const { inventory } = live
  const { doubtIn } = watched.register
  const { pause } = landscape
  shutdown.add(() => live.stop(), 'The watches of Gardener')
  const queue = new WriteQueue(settings.HAP_WRITES_PER_SECOND)
  shutdown.add(() => queue.close())
  const client = startAccountConditions({ store, client: gardenClient, live, queue, writesGardener }, shutdown)
  const shoots = new ConsistentShoots({ client, inventory })

  // The control plane and its custom resources.
  const controlPlane = openControlPlane(settings, { client, access, embedded }, shutdown)
  const kebProblems = writesGardener
    ? () => []
    : await startKebRules(settings, files, controlPlane?.client ?? null, shutdown)
  const runtimes = startRuntimes(settings, controlPlane?.client ?? null, shutdown)
  const operators = startOperatorObjects(settings, controlPlane?.client ?? null, shutdown)

  // Claims as pages see them. Any process may write claims, so that each reads them regularly.
  const claimedPlans = new ClaimedPlans(ids => readRequestedRegions(store.db, ids))
  const plans = [claimedPlans, ...(runtimes ? [createKimSource(runtimes.runtimes)] : []), LABEL_SOURCE]
  const clusters = new ClusterRegister(store, live.noteClaims)
  const readClaims = async () => claimedPlans.learn(await clusters.read())
  shutdown.add(repeat(CLAIMS_MS, readClaims, 'claims were not read', { timeoutMs: READ_TIMEOUT_MS }))

  // Audit log, allowlist and limits, records of bindings, and published rules.
  const audit = startAuditLog(store, shutdown)
  const multiAccount = startMultiAccountSettings(settings, files, { store, audit }, shutdown)
  const grants = new AccessGrants({
    store,
    tokens: settings.HAP_TOKENS_GRANT_ACCESS,
    onDeprecated: use =>
      log().warn(use, 'an API token granted access; the next release needs HAP_TOKENS_GRANT_ACCESS=on'),
  })
  const kubeconfigs = startKubeconfigActions(settings, { controlPlane, audit, grants, now: store.now }, shutdown)
  const resources = createResourceContext(settings, { controlPlane, audit, grants, now: store.now })
  const clocks = new StateClocks()
  shutdown.add(startRecords({ store, inventory, clocks }))
  const configMap = { client, place: { namespace, name: settings.HAP_RULES_CONFIGMAP, key: KEB_RULES_KEY } }
  const rulesWriter = new ConfigMapWriter({ store, audit, ...configMap })
  shutdown.add(() => rulesWriter.close())

  // Manual actions, and the cleaners, which execute actions too.
  const cleaning = cleaningSettings(settings)
  const acting = createActionContext({
    store,
    audit,
    client,
    shoots,
    inventory,
    queue,
    multiAccount,
    rules,
    cleaning,
    doubtIn,
    pause,
  })
  if (writesGardener)
    shutdown.add(startOutcomeRecovery({ store, audit, inventory, acting, configMap, kubeconfigs, resources }))
  const manualActions = startActions(acting, { store, multiAccount, rules, writesGardener }, shutdown)
  const cleaner = await startCleanup(
    settings,
    { store, audit, access, client, shoots, inventory, queue, multiAccount, rules, namespace, doubtIn, pause },
    shutdown,
  )

  // Sign-in, the admission of requests, and the control socket of the `hap` command.
  const formerAdmins = new FormerAdmins({ store, audit, isOn: settings.HAP_TOKENS_END_WITH_ROLE })
  const auth = startSignIn(settings, { store, embedded, formerAdmins }, shutdown)
  startControlSocket(settings, { store, audit, inventory }, shutdown)
  startAdoption({ store, audit, inventory, client, landscape }, shutdown)
  recordRefusedCalls({ audit, auth })
  shutdown.add(logAuditEnd(store))
  if (settings.HAP_AUDIT_LOG) shutdown.add(logAuditEntries(store))
  const tokens = { store, demoUsers: auth.demoUsers, onError: logError }
  const findTokenUser = (token: string) => userOfToken(tokens, token)
  admission.resolve(
    admitRequests({
      limits: rateLimits(settings),
      sessionOf: cookie => findCookieSession(auth, cookie),
      sessions: auth.sessions,
      userOfToken: findTokenUser,
      servesHost: servedHosts(settings, auth.demoUsers),
    }),
  )

  // Claims and the operators, which claim accounts.
  const claims = startClaims(
    {
      store,
      audit,
      client,
      inventory,
      queue,
      multiAccount,
      rules,
      kinds: settings.HAP_BINDING_KINDS,
      twoPersons: settings.HAP_TWO_PERSON === 'dangerous',
      writesGardener,
      doubtIn,
      pause,
    },
    shutdown,
  )
  const startedOperators = startOperators(
    settings,
    {
      controlPlane,
      garden: client,
      inventory,
      claims,
      landscape,
      rules: () => resolveClaimRules(rules, multiAccount),
      shootNamespace: namespace,
      timeOfClaims: store.now,
    },
    shutdown,
  )

  // Queries, bulk jobs and approvals.
  const context = startQueries(
    {
      settings,
      files,
      rules,
      rulesWriter,
      store,
      inventory,
      multiAccount,
      plans,
      clocks,
      cleaning,
      runtimes: runtimes?.runtimes ?? null,
    },
    shutdown,
  )
  const { demoUsers } = auth
  const directJobs = startJobs(
    { store, audit, client, inventory, queue, actions: manualActions, demoUsers, writesGardener },
    shutdown,
  )
  const approvals = startApprovals(
    settings,
    { store, audit, actions: manualActions, jobs: directJobs, inventory, demoUsers, context },
    shutdown,
  )

  return {
    landscape: landscapeName,
    landscapeState: { store, audit, inventory, register: watched.register, landscape },
    auth,
    userOfToken: findTokenUser,
    client,
    settings: files,
    store,
    versions: serverVersions(client, store),
    audit,
    chain: new ChainCheck(store),
    multiAccount,
    rules,
    rulesWriter,
    controlPlane: controlPlane?.client ?? null,
    runtimes,
    operators,
    kubeconfigs,
    resources,
    runningOperators: withCleaner(startedOperators, cleaner),
    clusters,
    queues: new QueueRegister(store),
    writeQueue: queue,
    actions: approvals.actions,
    approvals,
    jobs: approvals.jobs,
    jobPlans: createJobPlans({ actions: approvals.actions, jobs: approvals.jobs, store, context }),
    claims,
    views: createViewService({ store, audit }),
    problems: () => [
      ...databaseProblems(store, rules, multiAccount, clusters),
      ...watched.problems(),
      ...rules.problems(),
      ...files.problems(),
      ...kebProblems(),
      ...unsafe.map(unsafeMessage),
      ...stuckLoops(),
    ],
    stuckLoops,
    context,
  }
}

/** The controllers of this process. The cleaner runs in each process with the role, the operators in the leader only. */
function withCleaner(started: RunningOperators, cleaner: Pick<CleanupController, 'metrics'> | null): RunningOperators {
  const own = () => (cleaner === null ? [] : [{ name: 'cleanup', metrics: cleaner.metrics() }])
  return { ...started, controllers: () => [...started.controllers(), ...own()] }
}

/** Messages about a database that does not answer or whose disk is full, and about stale data that was read from it. */
function databaseProblems(store: Store, ...readers: readonly { problem(): string | null }[]): readonly string[] {
  const health = store.health()
  const problems = readers.flatMap(reader => reader.problem() ?? [])
  if (health.state !== 'up') return [[health.message, ...problems].join(' ')]
  return health.full === undefined ? problems : [health.full, ...problems]
}
