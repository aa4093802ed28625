import { type Env, usesEmbeddedGarden } from '#lib/env.ts'
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

/** Allowlist and limits, reread regularly, because another replica may change them. */
export function startMultiAccountSettings(
  env: Pick<Env, 'HAP_MULTI_ACCOUNT_FILE' | 'HAP_STALE_AFTER' | 'KUBECONFIG' | 'KUBERNETES_SERVICE_HOST'>,
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
    { beforeFirstRead },
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
  env: Pick<Env, 'HAP_SEMANTICS' | 'HAP_RULES_FILE' | 'HAP_STALE_AFTER'>,
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
