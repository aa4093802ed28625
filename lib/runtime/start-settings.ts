import { type Env, observes, usesEmbeddedGarden } from '#lib/env.ts'
import type { GardenClient } from '#lib/garden/client/client.ts'
import { GardenError } from '#lib/garden/client/garden-error.ts'
import { readConfigMapText } from '#lib/garden/config-map-text.ts'
import { policyOf } from '#lib/hap/semantics.ts'
import { inheritAllowlist } from '#lib/services/inherit-allowlist.ts'
import { SettingsFiles, settingsSources } from '#lib/settings/settings-files.ts'
import { deleteFormerDefault } from '#lib/store/allowlist-revisions.ts'
import type { AuditLog } from '#lib/store/audit/audit-log.ts'
import { StoreError } from '#lib/store/database/store-errors.ts'
import type { Store } from '#lib/store/store.ts'
import { log } from '#lib/telemetry/log.ts'
import { MultiAccountSettings } from './multi-account-settings.ts'
import { READ_TIMEOUT_MS, repeat } from './repeat.ts'
import { RulesInForce } from './rules-in-force.ts'
import type { Shutdown } from './shutdown.ts'
import { StartError } from './start-report.ts'

const KEB_RULES_MS = 10_000
/** Key of the rules in KEB's ConfigMap, the name of the file that KEB mounts. */
export const KEB_RULES_KEY = 'hapRule.yaml'
const FILES_MS = 1_000
const MULTI_ACCOUNT_MS = 2_000
const RULES_MS = 2_000

/** Reads the files of settings and rereads those that change; logs their problems. Throws SettingsError for files that are invalid at the start. */
export function startSettingsFiles(env: Env, shutdown: Shutdown): SettingsFiles {
  const files = new SettingsFiles(settingsSources(env))
  logProblems(files)
  const refresh = setInterval(() => {
    if (files.refresh()) logProblems(files)
  }, FILES_MS).unref()
  shutdown.add(() => clearInterval(refresh))
  return files
}

function logProblems(files: SettingsFiles): void {
  for (const problem of files.problems()) log().error(problem)
  if (files.warnings !== '') log().warn(files.warnings)
}

/**
 * Follows the rules in KEB's ConfigMap, for observe mode: read once before it returns, then regularly. Returns messages for every page while
 * they cannot be read. `client`: the control plane's; null without one.
 */
export async function startKebRules(
  env: Pick<Env, 'HAP_KCP_NAMESPACE' | 'HAP_KEB_CONFIGMAP' | 'HAP_RULES_FILE'>,
  files: SettingsFiles,
  client: Pick<GardenClient, 'get'> | null,
  shutdown: Shutdown,
): Promise<() => readonly string[]> {
  const place = { namespace: env.HAP_KCP_NAMESPACE, name: env.HAP_KEB_CONFIGMAP, key: KEB_RULES_KEY }
  const name = `ConfigMap ${place.namespace}/${place.name}`
  let problem: string | null = null
  const read = async () => {
    problem = client === null ? 'HAP_KCP_KUBECONFIG is not set.' : await findProblem(client)
  }
  const findProblem = async (from: Pick<GardenClient, 'get'>) => {
    try {
      const stored = await readConfigMapText(from, place)
      if (stored === null) return `${name} does not exist.`
      if (stored.text === null) return `${name} has no ${place.key}.`
      if (files.followKeb({ place: `${place.key} of ${name}`, text: stored.text })) logProblems(files)
      return null
    } catch (error) {
      if (!(error instanceof GardenError)) throw error
      return error.message
    }
  }
  await read()
  shutdown.add(repeat(KEB_RULES_MS, read, 'the rules of KEB were not read', { timeoutMs: READ_TIMEOUT_MS }))
  return () => {
    if (problem === null) return []
    const instead = files.active.ofKeb
      ? 'Predictions follow the rules that were read last.'
      : `Predictions follow ${env.HAP_RULES_FILE === null ? 'the built-in rules' : 'HAP_RULES_FILE'}.`
    return [`The rules of KEB cannot be read. ${problem} ${instead}`]
  }
}

/** Allowlist and limits, reread regularly, because another replica may change them. */
export function startMultiAccountSettings(
  env: Pick<Env, 'HAP_MODE' | 'HAP_MULTI_ACCOUNT_FILE' | 'HAP_STALE_AFTER' | 'KUBECONFIG' | 'KUBERNETES_SERVICE_HOST'>,
  files: SettingsFiles,
  { store, audit }: { readonly store: Store; readonly audit: AuditLog },
  shutdown: Shutdown,
): MultiAccountSettings {
  const beforeFirstRead = () =>
    env.HAP_MULTI_ACCOUNT_FILE === null && !usesEmbeddedGarden(env)
      ? inheritAllowlist({ store, audit })
      : deleteFormerDefault(store.db)
  const multiAccount = new MultiAccountSettings(
    store,
    () => ({
      multiAccount: files.active.multiAccount,
      file: env.HAP_MULTI_ACCOUNT_FILE ?? 'the built-in settings',
    }),
    env.HAP_STALE_AFTER * 1000,
    { beforeFirstRead, fileOnly: observes(env) },
  )
  shutdown.add(
    repeat(MULTI_ACCOUNT_MS, () => multiAccount.refresh(), 'allowlist and limits were not read', {
      timeoutMs: READ_TIMEOUT_MS,
    }),
  )
  return multiAccount
}

/** The published rules, read before the first decision and reread regularly. Throws StartError for published rules that are invalid with the plans. */
export async function startRules(
  env: Pick<Env, 'HAP_MODE' | 'HAP_SEMANTICS' | 'HAP_RULES_FILE' | 'HAP_STALE_AFTER'>,
  files: SettingsFiles,
  store: Store,
  shutdown: Shutdown,
): Promise<RulesInForce> {
  const rules = new RulesInForce({
    store,
    policy: policyOf(env.HAP_SEMANTICS),
    file: () => files.active,
    fileName: env.HAP_RULES_FILE ?? 'the built-in settings',
    staleAfterMs: env.HAP_STALE_AFTER * 1000,
    fileOnly: observes(env),
  })
  await rules.refresh().catch((error: unknown) => {
    if (!(error instanceof StoreError)) throw error
  })
  if (rules.fault !== null) throw new StartError(rules.fault)
  // Another replica may publish.
  shutdown.add(
    repeat(RULES_MS, () => rules.refresh(), 'the published rules were not read', { timeoutMs: READ_TIMEOUT_MS }),
  )
  return rules
}
