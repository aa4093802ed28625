import type { Env } from '#lib/env.ts'
import { policyOf } from '#lib/hap/semantics.ts'
import type { SettingsFiles } from '#lib/settings/settings-files.ts'
import { StoreError } from '#lib/store/database/store-errors.ts'
import type { Store } from '#lib/store/store.ts'
import { every, READING_MS } from './every.ts'
import { RulesInForce } from './rules-in-force.ts'
import type { Shutdown } from './shutdown.ts'
import { StartError } from './start-error.ts'

const RULES_MS = 2_000

/** The rules in force, kept up to date. Throws StartError for published rules that the plans do not fit: nobody is to decide by others. */
export async function startRules(
  settings: Pick<Env, 'HAP_SEMANTICS' | 'HAP_RULES_FILE' | 'HAP_STALE_AFTER'>,
  files: SettingsFiles,
  store: Store,
  shutdown: Shutdown,
): Promise<RulesInForce> {
  const rules = new RulesInForce({
    store,
    policy: policyOf(settings.HAP_SEMANTICS),
    file: () => files.active,
    fileName: settings.HAP_RULES_FILE ?? 'the built-in settings',
    staleAfterMs: settings.HAP_STALE_AFTER * 1000,
  })
  // Nothing begins by rules that were replaced long ago.
  await rules.refresh().catch((error: unknown) => {
    if (!(error instanceof StoreError)) throw error
  })
  if (rules.fault !== null) throw new StartError(rules.fault)
  // Another replica may publish.
  shutdown.add(every(RULES_MS, () => rules.refresh(), 'the published rules were not read', { boundMs: READING_MS }))
  return rules
}
