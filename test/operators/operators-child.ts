import { inspect } from 'node:util'
import { writeHeapSnapshot } from 'node:v8'
import { parseEnv } from '#lib/env.ts'
import { createGardenClient } from '#lib/garden/client/client.ts'
import { ConsistentShoots } from '#lib/garden/consistent-shoots.ts'
import { WriteQueue } from '#lib/garden/writes/write-queue.ts'
import { getControllers } from '#lib/queries/operators/controllers.ts'
import { loadConfiguredAccess, openClusterAccess } from '#lib/runtime/cluster-access.ts'
import { MultiAccountSettings } from '#lib/runtime/multi-account-settings.ts'
import { Shutdown } from '#lib/runtime/shutdown.ts'
import { resolveClaimRules, startClaims } from '#lib/runtime/start-claims.ts'
import { startCleanup } from '#lib/runtime/start-cleanup.ts'
import { openControlPlane, startKubeconfigActions } from '#lib/runtime/start-control-plane.ts'
import { openDatabase } from '#lib/runtime/start-database.ts'
import { startLandscape } from '#lib/runtime/start-landscape.ts'
import { startOperators } from '#lib/runtime/start-operators.ts'
import { startRules } from '#lib/runtime/start-settings.ts'
import { downloadKubeconfig } from '#lib/services/kubeconfigs/download-kubeconfig.ts'
import { AccessGrants } from '#lib/services/tokens/access-grants.ts'
import { SettingsFiles } from '#lib/settings/settings-files.ts'
import { AuditLog } from '#lib/store/audit/audit-log.ts'
import type { Question } from './operators-question.ts'
import { cleanupMeans } from './simulated-provider.ts'

/**
 * A process like the console’s without pages: garden, database, cleaning, claims and operators, with the settings of
 * the first argument (JSON); the second one names the provider to simulate. Notifies its parent when it is ready, and
 * answers questions.
 */
const parsed = parseEnv(JSON.parse(process.argv[2] ?? '{}'))
if (!parsed.ok) throw new Error('The settings are wrong.')
const settings = parsed.env
const namespace = 'garden-kyma-prod'
const shutdown = new Shutdown(error => console.error(error))
for (const end of ['SIGTERM', 'disconnect'] as const)
  process.on(end, () => void shutdown.run().then(() => process.exit(0)))

const files = new SettingsFiles({
  rulesFile: null,
  plansFile: null,
  requiredPlans: null,
  multiAccountFile: null,
  embedded: true,
  semantics: settings.HAP_SEMANTICS,
})
const [store, { access, embedded }] = await Promise.all([
  // The database is a server: it stores nothing in the folder.
  openDatabase(settings, { assertHeld: () => {}, release: () => {} }, shutdown),
  openClusterAccess(loadConfiguredAccess(settings), settings, shutdown),
])
const multiAccount = new MultiAccountSettings(
  store,
  () => ({ multiAccount: files.active.multiAccount, file: 'none' }),
  Number.POSITIVE_INFINITY,
)
await multiAccount.refresh()
const rules = await startRules(settings, files, store, shutdown)
const client = createGardenClient({ access, version: 'test' })
shutdown.add(() => client.close())
const kinds = settings.HAP_BINDING_KINDS
const watched = await startLandscape(store, { client, namespace, kinds, staleAfterMs: 60_000 }, shutdown)
const { live } = watched
shutdown.add(() => live.stop())
await live.ready(AbortSignal.timeout(60_000))
const { inventory } = live
const queue = new WriteQueue(settings.HAP_WRITES_PER_SECOND)
const audit = new AuditLog(store)
const { doubtIn } = watched.register
const { pause } = watched.landscape
const parts = { store, audit, client, inventory, queue, multiAccount, rules, kinds, doubtIn, pause }
await startCleanup(
  settings,
  { ...parts, access, shoots: new ConsistentShoots({ client, inventory }), namespace },
  shutdown,
  cleanupMeans(JSON.parse(process.argv[3] ?? 'null')),
)
const claims = startClaims({ ...parts, twoPersons: false, writesGardener: true }, shutdown)
const controlPlane = openControlPlane(settings, { client, access, embedded }, shutdown)
const atWork = startOperators(
  settings,
  {
    controlPlane,
    garden: client,
    inventory,
    claims,
    landscape: watched.landscape,
    rules: () => resolveClaimRules(rules, multiAccount),
    shootNamespace: namespace,
    timeOfClaims: store.now,
  },
  shutdown,
)
const grants = new AccessGrants({ store, tokens: null, onDeprecated: () => undefined })
const verbs = startKubeconfigActions(settings, { controlPlane, audit, grants, now: store.now }, shutdown)

async function answer(question: Question): Promise<object> {
  if (question === 'memory') {
    const { heapUsed } = process.memoryUsage()
    // Peak in KiB.
    return { peakBytes: process.resourceUsage().maxRSS * 1024, heapBytes: heapUsed }
  }
  if (question === 'controllers') return getControllers(atWork)
  if ('snapshot' in question) {
    globalThis.gc?.()
    return { snapshot: writeHeapSnapshot(question.snapshot) }
  }
  if (verbs === null) throw new Error('There is no control plane.')
  const user = { id: 'admin', name: 'anna', role: 'admin' } as const
  const call = { user, requestId: null, input: question.input, signedInAt: Date.now() }
  const config = await downloadKubeconfig(verbs, call, question.download)
  return { bytes: config.length }
}

process.on('message', (question: Question) => {
  answer(question)
    .catch((error: unknown) => ({ error: inspect(error, { depth: null, maxStringLength: null, showHidden: true }) }))
    .then(said => process.send?.(said))
})
process.send?.('ready')
