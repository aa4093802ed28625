import { type Env, SETTINGS } from '#lib/env.ts'
import { suggestName } from '#lib/hap/rules/diagnostic.ts'
import { isLoopback } from '#lib/http/request-origin.ts'
import { SettingsError, SettingsFiles } from '#lib/settings/settings-files.ts'
import { type Checkup, note, well, wrong } from './checkup.ts'

/** Reports settings that contradict each other, and `unknown` names in the environment. */
export function checkSettings(env: Env, unknown: readonly string[] = []): readonly Checkup[] {
  const found = misspelled(unknown)
  if (env.HAP_OIDC_ISSUER === null && env.HAP_OIDC_CLIENT_ID !== null) {
    found.push(
      wrong(
        'settings',
        'HAP_OIDC_CLIENT_ID is set and HAP_OIDC_ISSUER is not: nobody is asked who somebody is.',
        'Set HAP_OIDC_ISSUER to the identity provider, or unset what else begins with HAP_OIDC.',
      ),
    )
  }
  if (env.HAP_METRICS_PORT === env.PORT) {
    found.push(
      wrong(
        'settings',
        `PORT and HAP_METRICS_PORT are both ${env.PORT}.`,
        'Set HAP_METRICS_PORT to a port of its own.',
      ),
    )
  }
  if (!isLoopback(env.HOST) && env.HAP_DEMO_USERS) {
    found.push(
      wrong(
        'settings',
        `HAP_DEMO_USERS lets everybody who reaches ${env.HOST}:${env.PORT} be administrator without a password.`,
        'Unset HAP_DEMO_USERS, or set HOST=127.0.0.1.',
      ),
    )
  }
  if (env.HAP_DEMO_USERS && env.HAP_TRUSTED_PROXIES !== null && env.HAP_URL === null) {
    found.push(
      wrong(
        'settings',
        'HAP_DEMO_USERS needs no password, and HAP_TRUSTED_PROXIES says that people come from elsewhere.',
        'Unset HAP_DEMO_USERS, or set HAP_URL to a loopback address if the proxy is for this machine alone.',
      ),
    )
  }
  if (!isLoopback(env.HOST) && env.HAP_URL === null) {
    found.push(
      note(
        'settings',
        `HAP_URL is not set, so that people are sent to http://${env.HOST}:${env.PORT} after they signed in.`,
        'Set HAP_URL to the public address of the console.',
      ),
    )
  }
  if (env.HAP_URL?.startsWith('http:') && !isLoopback(new URL(env.HAP_URL).hostname)) {
    found.push(
      note('settings', 'HAP_URL is not https: session cookies travel in the clear.', 'Put TLS before the console.'),
    )
  }
  if (env.DATABASE_URL !== null && env.HAP_SESSION_SECRET === null) {
    found.push(
      note(
        'settings',
        'HAP_SESSION_SECRET is not set, so that each replica has a key of its own and knows no session of another.',
        'Set HAP_SESSION_SECRET to the same secret for all of them: openssl rand -hex 32.',
      ),
    )
  }
  if (env.DATABASE_URL !== null && travelsInTheClear(new URL(env.DATABASE_URL.reveal()))) {
    found.push(
      note(
        'settings',
        'DATABASE_URL does not ask for TLS with a certificate that is checked.',
        'Add sslmode=verify-full to it, unless the network between is encrypted.',
      ),
    )
  }
  if (env.HAP_SESSION_IDLE > env.HAP_SESSION_LONGEST) {
    const says = 'HAP_SESSION_IDLE is longer than HAP_SESSION_LONGEST: no session ends because nobody uses it.'
    found.push(note('settings', says, 'Make it shorter.'))
  }
  return found.length > 0 ? found : [well('settings', 'All settings are valid and go together.')]
}

/** Kubernetes adds variables of Services to a pod: only names similar to a setting are reported. */
function misspelled(unknown: readonly string[]): Checkup[] {
  return unknown.flatMap(name => {
    const meant = suggestName(name, Object.keys(SETTINGS))
    if (meant === null) return []
    return [wrong('settings', `${name} is no setting, and its value is not used.`, `Call it ${meant}, or unset it.`)]
  })
}

/** Whether the connection to a remote database has no TLS or does not verify the certificate. */
function travelsInTheClear({ hostname, searchParams }: URL): boolean {
  const host = searchParams.get('host') ?? hostname
  const isHere = host === '' || host.startsWith('/') || isLoopback(host)
  return !isHere && searchParams.get('sslmode') !== 'verify-full'
}

/** Checks the settings files and their rules. */
export function checkFiles(env: Env): { readonly files: SettingsFiles | null; readonly checks: readonly Checkup[] } {
  try {
    const files = new SettingsFiles({
      rulesFile: env.HAP_RULES_FILE,
      plansFile: env.HAP_PLANS_FILE,
      requiredPlans: env.HAP_REQUIRED_PLANS,
      multiAccountFile: env.HAP_MULTI_ACCOUNT_FILE,
      semantics: env.HAP_SEMANTICS,
    })
    const from = env.HAP_RULES_FILE ?? 'the built-in settings'
    const { length } = files.active.ruleset.rules
    const checks = [well('rules', `The ${length} rules of ${from} are valid.`)]
    return {
      files,
      checks:
        files.warnings === ''
          ? checks
          : [...checks, note('rules', files.warnings.trim(), 'Nothing is prevented by that; correct it in the file.')],
    }
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    const fix = 'Correct the file; hap check FILE shows each place. The console does not start before.'
    return { files: null, checks: [wrong('rules', error.message.trim(), fix)] }
  }
}
