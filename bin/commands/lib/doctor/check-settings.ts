import { type Env, SETTINGS } from '#lib/env.ts'
import { KubeconfigError } from '#lib/garden/client/kubeconfig.ts'
import { suggestName } from '#lib/hap/suggest-name.ts'
import { isLoopback } from '#lib/http/request-origin.ts'
import { findUnsafeSettings, type UnsafeSetting } from '#lib/runtime/unsafe-settings.ts'
import { SettingsError, SettingsFiles, settingsSources } from '#lib/settings/settings-files.ts'
import { StoreError } from '#lib/store/database/store-errors.ts'
import { type Checkup, note, well, wrong } from './checkup.ts'

/** Reports settings that contradict each other, and `unknown` names in the environment. */
export function checkSettings(env: Env, unknown: readonly string[] = []): readonly Checkup[] {
  const found = misspelled(unknown)
  if (env.HAP_OIDC_ISSUER === null && env.HAP_OIDC_CLIENT_ID !== null) {
    found.push(
      wrong(
        'settings',
        'HAP_OIDC_CLIENT_ID is set and HAP_OIDC_ISSUER is not: users cannot sign in with an identity provider.',
        'Set HAP_OIDC_ISSUER to the identity provider, or unset all other settings that begin with HAP_OIDC.',
      ),
    )
  }
  if (env.HAP_METRICS_PORT === env.PORT) {
    found.push(
      wrong('settings', `PORT and HAP_METRICS_PORT are both ${env.PORT}.`, 'Set HAP_METRICS_PORT to another port.'),
    )
  }
  if (!isLoopback(env.HOST) && env.HAP_DEMO_USERS) {
    found.push(
      wrong(
        'settings',
        `With HAP_DEMO_USERS, all clients that reach ${env.HOST}:${env.PORT} can be administrator without a password.`,
        'Unset HAP_DEMO_USERS, or set HOST=127.0.0.1.',
      ),
    )
  }
  if (env.HAP_DEMO_USERS && env.HAP_TRUSTED_PROXIES !== null && env.HAP_URL === null) {
    found.push(
      wrong(
        'settings',
        'Demo users (HAP_DEMO_USERS) need no password, and HAP_TRUSTED_PROXIES means that users connect from other machines.',
        'Unset HAP_DEMO_USERS, or set HAP_URL to a loopback address if the proxy is for this machine alone.',
      ),
    )
  }
  if (!isLoopback(env.HOST) && env.HAP_URL === null) {
    found.push(
      note(
        'settings',
        `HAP_URL is not set, so users are redirected to http://${env.HOST}:${env.PORT} after sign-in.`,
        'Set HAP_URL to the public address of the console.',
      ),
    )
  }
  if (env.DATABASE_URL !== null && env.HAP_SESSION_SECRET === null) {
    found.push(
      note(
        'settings',
        'HAP_SESSION_SECRET is not set, so each replica has its own key and rejects the sessions of the others.',
        'Set HAP_SESSION_SECRET to the same secret for all replicas: openssl rand -hex 32.',
      ),
    )
  }
  for (const { setting, says, help } of unsafeSettings(env)) found.push(note('settings', `${says} (${setting})`, help))
  if (env.HAP_SESSION_IDLE > env.HAP_SESSION_LONGEST) {
    const says = 'HAP_SESSION_IDLE is longer than HAP_SESSION_LONGEST, so no session ends for inactivity.'
    found.push(note('settings', says, 'Set HAP_SESSION_IDLE to a shorter time.'))
  }
  return found.length > 0 ? found : [well('settings', 'All settings are valid and consistent.')]
}

/** Kubernetes adds variables of Services to a pod: only names similar to a setting are reported. */
function misspelled(unknown: readonly string[]): Checkup[] {
  return unknown.flatMap(name => {
    const meant = suggestName(name, Object.keys(SETTINGS))
    if (meant === null) return []
    return [wrong('settings', `${name} is not a setting; its value is ignored.`, `Rename it to ${meant}, or unset it.`)]
  })
}

/** Skips settings whose file cannot be read: the checks of cluster and database report it. */
function unsafeSettings(env: Env): readonly UnsafeSetting[] {
  try {
    return findUnsafeSettings(env)
  } catch (error) {
    if (error instanceof StoreError) return unsafeSettings({ ...env, DATABASE_URL: null })
    if (!(error instanceof KubeconfigError)) throw error
    return unsafeSettings({ ...env, KUBECONFIG: null, HAP_KCP_KUBECONFIG: null })
  }
}

/** Checks the settings files and their rules. */
export function checkFiles(env: Env): { readonly files: SettingsFiles | null; readonly checks: readonly Checkup[] } {
  try {
    const files = new SettingsFiles(settingsSources(env))
    const from = env.HAP_RULES_FILE ?? 'the built-in settings'
    const { length } = files.active.ruleset.rules
    const checks = [well('rules', `The ${length} rules of ${from} are valid.`)]
    return {
      files,
      checks:
        files.warnings === ''
          ? checks
          : [...checks, note('rules', files.warnings.trim(), 'This does not block the start. Correct it in the file.')],
    }
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    const fix = 'Correct the file; hap check FILE shows each position. The console does not start until then.'
    return { files: null, checks: [wrong('rules', error.message.trim(), fix)] }
  }
}
