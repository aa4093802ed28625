import { z } from 'zod'
import { databaseUrlProblem } from './env/database-url.ts'
import { LOG_LEVEL } from './env/log-level.ts'
import { SERVING_SETTINGS } from './env/serving-settings.ts'
import {
  configMapName,
  flag,
  integer,
  labelKey,
  list,
  marks,
  namespace,
  type Setting,
  secretText,
  setting,
} from './env/shapes.ts'
import { SIGN_IN_SETTINGS } from './env/sign-in-settings.ts'
import { BINDING_KINDS, KEB_KINDS } from './hap/pools/binding.ts'
import { Secret } from './util/secret.ts'

/** Providers that have a cleaner. */
const CLEANED = ['aws', 'azure', 'gcp'] as const

/** Roles of a process. */
const ROLES = ['web', 'operators'] as const

const bindingKinds = list.pipe(
  z
    .array(z.enum(BINDING_KINDS, { error: `must list kinds out of ${BINDING_KINDS.join(', ')}` }))
    .min(1, { error: 'must name at least one kind' }),
)

/** Every setting: schema, default, an example for error messages, and its line in the handbook. */
export const SETTINGS = {
  ...SERVING_SETTINGS,
  DATA_DIR: setting({
    schema: z.string(),
    fallback: 'data',
    example: '/var/lib/hap-console',
    meaning: 'Folder of the embedded garden, the embedded database and generated keys; one process at a time',
  }),
  DATABASE_URL: setting({
    schema: secretText(
      z.string().refine(url => databaseUrlProblem(url) === null, {
        error: ({ input }) => `must ${databaseUrlProblem(String(input))}`,
      }),
    ).nullable(),
    example: 'postgresql://hap:password@db.example.com:5432/hap',
    secret: true,
    meaning: 'PostgreSQL database, 15 or newer; default: an embedded one in DATA_DIR, for one process',
  }),
  DATABASE_CONNECTIONS: setting({
    schema: integer(2, 200),
    fallback: '10',
    example: '20',
    meaning: 'Maximum number of connections to DATABASE_URL per process',
  }),
  HAP_SLOW_QUERY_MS: setting({
    schema: integer(1, 60_000),
    fallback: '500',
    example: '100',
    meaning: 'Database statements and transactions that take longer than this many milliseconds are logged',
  }),
  KUBECONFIG: setting({
    schema: z.string().nullable(),
    example: '/etc/hap/kubeconfig.yaml',
    meaning: 'Kubeconfig of the Gardener project; unset = in-cluster when in a pod, else the embedded garden',
  }),
  KUBERNETES_SERVICE_HOST: setting({
    schema: z.string().nullable(),
    example: '10.0.0.1',
    meaning: 'Set by Kubernetes in every pod; the console then uses the in-cluster credentials',
  }),
  NODE_TLS_REJECT_UNAUTHORIZED: setting({
    schema: z.string().nullable(),
    example: '1',
    meaning: 'Read by Node.js: 0 turns off the verification of certificates, which is unsafe; default: verified',
  }),
  HAP_NAMESPACE: setting({
    schema: namespace.nullable(),
    example: 'garden-kyma-prod',
    meaning: "Namespace of the Gardener project; default: the kubeconfig context's",
  }),
  HAP_LANDSCAPE: setting({
    schema: z.string().max(40, { error: 'must have at most 40 characters' }).nullable(),
    example: 'eu-prod',
    meaning: "Name of the landscape on every page; default: the kubeconfig context's name",
  }),
  HAP_BINDING_KINDS: setting({
    schema: bindingKinds,
    fallback: 'CredentialsBinding,SecretBinding',
    example: 'CredentialsBinding,SecretBinding,Secret',
    meaning: 'Kinds that are bindings; Secret is read as metadata only',
  }),
  HAP_KCP_KUBECONFIG: setting({
    schema: z.string().nullable(),
    example: '/etc/hap/kcp-kubeconfig.yaml',
    meaning:
      "Kubeconfig of Kyma's control plane, which knows plans; default: the embedded garden's, else it is not asked",
  }),
  HAP_KCP_NAMESPACE: setting({
    schema: namespace,
    fallback: 'kcp-system',
    example: 'kcp-system',
    meaning: 'Namespace of the Runtime and GardenerCluster objects there, and of the custom resources',
  }),
  HAP_ROLES: setting({
    schema: list.pipe(
      z
        .array(z.enum(ROLES, { error: `must list roles out of ${ROLES.join(', ')}` }))
        .min(1, { error: `must name at least one role out of ${ROLES.join(', ')}` }),
    ),
    fallback: 'web,operators',
    example: 'web',
    meaning: 'Roles of this process: web = pages and API, operators = the custom resources in HAP_KCP_NAMESPACE',
  }),
  HAP_MODE: setting({
    schema: z.enum(['active', 'observe'], { error: 'must be "active" or "observe"' }),
    fallback: 'active',
    example: 'observe',
    meaning: 'active = the console changes Gardener; observe = it only reads, and predictions follow the rules of KEB',
  }),
  HAP_KUBECONFIG_EXCEPTIONS: setting({
    schema: z.string().nullable(),
    example: 'compass=protected-namespace@kyma-system/configmaps,pod-access;kcp-system=roles',
    meaning: 'Dangerous rights of KubeconfigRequests, as NAMESPACE=CODE[@PLACE[/RESOURCE]]; default: none',
  }),
  HAP_KEB_CONFIGMAP: setting({
    schema: configMapName,
    fallback: 'kcp-kyma-environment-broker',
    example: 'kcp-kyma-environment-broker',
    meaning: 'ConfigMap of KEB in that namespace, whose hapRule.yaml is compared with the published rules',
  }),
  HAP_KEB_KINDS: setting({
    schema: bindingKinds,
    fallback: KEB_KINDS.join(),
    example: 'CredentialsBinding,SecretBinding',
    meaning: 'Kinds that KEB selects, for predictions; before June 2026 it selected SecretBindings too',
  }),
  HAP_PLAN_LABEL: setting({
    schema: labelKey,
    example: 'kyma-project.io/broker-plan-name',
    meaning: 'Label of shoots with the plan; used where no other source has it',
  }),
  HAP_PLATFORM_REGION_LABEL: setting({
    schema: labelKey,
    example: 'kyma-project.io/platform-region',
    meaning: 'Label of shoots with the platform region; used where no other source has it',
  }),
  HAP_SEMANTICS: setting({
    schema: z.enum(['documented', 'keb'], { error: 'must be "documented" or "keb"' }),
    fallback: 'documented',
    example: 'keb',
    meaning: 'Semantics of decisions: documented = as specified in the documents, keb = as implemented by KEB',
  }),
  HAP_RULES_FILE: setting({
    schema: z.string().nullable(),
    example: './values.yaml',
    meaning:
      'First rules (values.yaml, hapRule.yaml, a list, four properties), until published here; default: built-in',
  }),
  HAP_RULES_CONFIGMAP: setting({
    schema: configMapName,
    fallback: 'hap-rules',
    example: 'hap-rules',
    meaning: 'ConfigMap in the namespace of the project that gets the published rules, as hapRule.yaml',
  }),
  HAP_PLANS_FILE: setting({
    schema: z.string().nullable(),
    example: './plans.yaml',
    meaning: 'Plans and their providers, as a map from plan to names, or to {name, providerType}',
  }),
  HAP_REQUIRED_PLANS: setting({
    schema: list.nullable(),
    example: 'aws,azure,gcp',
    meaning: 'Plans that need a rule; default: those of the built-in rules',
  }),
  HAP_MULTI_ACCOUNT_FILE: setting({
    schema: z.string().nullable(),
    example: './multi-account.yaml',
    meaning: 'First allowlist and limits (hap.multiHyperscalerAccount), until the page changes them; default: off',
  }),
  HAP_STALE_AFTER: setting({
    schema: integer(5, 3600),
    fallback: '30',
    example: '30',
    meaning: 'Seconds after which data is stale: Gardener data for actions, rules and limits for claims',
  }),
  HAP_LOW_WATER: setting({
    schema: marks('accounts', '6-8 or 10-15%, then those of single pools: 6-8,aws~eu=12-16'),
    fallback: '6-8',
    example: '6-8,aws~eu=12-16,gcp=10-15%',
    meaning: 'Usable accounts below which a pool raises an alert, and above which it ends; per pool: 6-8,aws~eu=12-16',
  }),
  HAP_LOW_RUNWAY: setting({
    schema: marks('days', '7-10, then those of single pools: 7-10,aws~eu=14-21'),
    fallback: '7-10',
    example: '7-10,aws~eu=14-21',
    meaning: 'The same for the runway of a pool in days, at the rate of the last 30 days; 0-0 = no such alert',
  }),
  HAP_WRITES_PER_SECOND: setting({
    schema: z
      .string()
      .regex(/^\d{1,4}(\.\d{1,2})?$/, { error: 'must be a number from 0 (no limit) to 9999' })
      .transform(Number),
    fallback: '2.5',
    example: '5',
    meaning:
      'Maximum binding writes per second of this process; 0 = no limit. Gardener accepts 2.5 per API server replica',
  }),
  HAP_CLEANERS: setting({
    schema: list
      .pipe(z.array(z.enum(CLEANED, { error: `must list providers out of ${CLEANED.join(', ')}` })))
      .nullable(),
    example: 'aws,azure',
    meaning: 'Providers whose dirty accounts HAP cleans; default: none, since KEB’s cleanup job may clean them',
  }),
  HAP_CLEANERS_DELETE: setting({
    schema: flag('HAP_CLEANERS_DELETE=on'),
    fallback: 'off',
    example: 'on',
    meaning: 'Whether cleaners delete resources; off = they only record what they would delete',
  }),
  HAP_CLEANER_REGIONS: setting({
    schema: list
      .pipe(
        z
          .array(z.string().regex(/^[a-z]{2}(-[a-z]+)+-\d$/, { error: 'must list AWS regions such as eu-central-1' }))
          .min(1, { error: 'must name at least one region' }),
      )
      .nullable(),
    example: 'eu-central-1,us-east-1',
    meaning: 'AWS regions that are cleaned and verified; default: all that an account has enabled',
  }),
  HAP_PROTECTED_ACCOUNTS: setting({
    schema: list.nullable(),
    example: 'aws-0001,123456789012',
    meaning: 'Never cleaned: names of bindings and Secrets, AWS account numbers, Azure subscriptions, GCP projects',
  }),
  HAP_GARDEN_SIZE: setting({
    schema: z.enum(['empty', 'small', 'demo', 'large'], { error: 'must be "empty", "small", "demo" or "large"' }),
    fallback: 'demo',
    example: 'large',
    meaning: 'Embedded garden: size of the seeded landscape: empty, small, demo or large',
  }),
  HAP_GARDEN_SEED: setting({
    schema: integer(0, 999_999_999),
    fallback: '1',
    example: '7',
    meaning: 'Embedded garden: seed of the landscape',
  }),
  HAP_SESSION_SECRET: setting({
    schema: secretText(z.string().min(32, { error: 'must have at least 32 characters' })).nullable(),
    example: '64-hexadecimal-digits-from-openssl-rand-hex-32',
    secret: true,
    meaning: 'Key of the session cookies; default: generated once into DATA_DIR',
  }),
  HAP_DEMO_USERS: setting({
    schema: flag('HAP_DEMO_USERS=on').nullable(),
    example: 'on',
    meaning:
      'Whether demo users can sign in without a password; default: on with the embedded garden and no identity provider',
  }),
  ...SIGN_IN_SETTINGS,
  HAP_METRICS_PORT: setting({
    schema: integer(1, 65535).nullable(),
    example: '9464',
    meaning: 'Port on HOST that serves /metrics to Prometheus without authentication; default: metrics are not served',
  }),
  HAP_METRICS_SERIES: setting({
    schema: integer(10, 100_000),
    fallback: '2000',
    example: '5000',
    meaning:
      'Maximum number of series of a metric that has one per binding, global account or pool; the rest are added up or omitted',
  }),
  HAP_OTLP_ENDPOINT: setting({
    schema: z.url({ protocol: /^https?$/, error: 'must be an http or https URL' }).nullable(),
    example: 'http://otel-collector:4318',
    meaning: 'Receiver of traces by OTLP over HTTP, without /v1/traces; default: nothing is traced',
  }),
  HAP_AUDIT_LOG: setting({
    schema: flag('HAP_AUDIT_LOG=on'),
    fallback: 'off',
    example: 'on',
    meaning: 'Whether each entry of the audit log is also written to the log, at level info',
  }),
  LOG_LEVEL: setting(LOG_LEVEL),
} as const

type Settings = typeof SETTINGS
type SettingName = keyof Settings
export type Env = { readonly [Name in SettingName]: z.output<Settings[Name]['schema']> }

export interface EnvProblem {
  readonly variable: SettingName
  readonly problem: string
  readonly example: string
}

/** Parses all settings of `source`; an empty text counts as unset. Throws EnvError with every invalid setting. */
export function parseEnv(
  source: Readonly<Record<string, string | undefined>>,
): { ok: true; env: Env } | { ok: false; problems: EnvProblem[] } {
  const problems: EnvProblem[] = []
  const values: Record<string, unknown> = {}
  for (const variable of Object.keys(SETTINGS) as SettingName[]) {
    const { schema, fallback, example }: Setting<z.ZodType> = SETTINGS[variable]
    const text = source[variable]?.trim() || fallback
    const parsed = schema.safeParse(text ?? null)
    if (parsed.success) values[variable] = parsed.data
    else problems.push({ variable, problem: parsed.error.issues[0]?.message ?? 'is not valid', example })
  }
  return problems.length > 0 ? { ok: false, problems } : { ok: true, env: withMode(values as Env) }
}

/** Whether this console only observes KEB. */
export function observes({ HAP_MODE }: Pick<Env, 'HAP_MODE'>): boolean {
  return HAP_MODE === 'observe'
}

/** A console that observes decides as KEB does, and runs neither operators nor cleaners. */
function withMode(env: Env): Env {
  return observes(env)
    ? {
        ...env,
        HAP_SEMANTICS: 'keb',
        HAP_ROLES: env.HAP_ROLES.filter(role => role !== 'operators'),
        HAP_CLEANERS: null,
      }
    : env
}

/** Names in the environment that look like settings but are none, such as misspelled ones. */
export function unknownNames(source: Readonly<Record<string, string | undefined>> = process.env): readonly string[] {
  const isOurs = (name: string) => name.startsWith('HAP_') && !Object.hasOwn(SETTINGS, name) && !OF_COMMAND.has(name)
  return Object.keys(source).filter(isOurs)
}

/** Variables that askingEnv reads. */
const OF_COMMAND: ReadonlySet<string> = new Set(['HAP_CONSOLE_URL', 'HAP_TOKEN'])

/** One line per problem: the variable, what is wrong with its value, and an example. */
export function describeEnvProblems(problems: readonly EnvProblem[]): string {
  return problems.map(p => `${p.variable} ${p.problem}. Example: ${p.variable}=${p.example}`).join('\n')
}

/** A setting as the settings page shows it. */
export interface SettingRow {
  readonly name: SettingName
  readonly meaning: string
  readonly from: 'environment' | 'default' | 'unset'
  /** Null for a secret and for a setting without a value. */
  readonly value: string | null
}

/** Every setting with the source of its value, in the order of the handbook. */
export function settingRows(source: Readonly<Record<string, string | undefined>> = process.env): readonly SettingRow[] {
  return (Object.keys(SETTINGS) as SettingName[]).map(name => {
    const { meaning, fallback, secret }: Setting<z.ZodType> = SETTINGS[name]
    const given = source[name]?.trim() || null
    const from = given === null ? (fallback === undefined ? 'unset' : 'default') : 'environment'
    return { name, meaning, from, value: secret ? null : (given?.replace(USER_INFO, '://') ?? fallback ?? null) }
  })
}

/** User and password in an address. */
const USER_INFO = /:\/\/[^/?#\s]*@/g

export class EnvError extends Error {
  override readonly name = 'EnvError'
}

let parsed: Env | undefined

/** The settings of this process, parsed once. Throws EnvError with every invalid setting. */
export function env(): Env {
  if (parsed) return parsed
  const result = parseEnv(process.env)
  if (!result.ok) throw new EnvError(describeEnvProblems(result.problems))
  parsed = result.env
  return parsed
}

/** Whether no cluster is configured, so that the console uses the embedded garden. */
export function usesEmbeddedGarden(env: Pick<Env, 'KUBECONFIG' | 'KUBERNETES_SERVICE_HOST'>): boolean {
  return env.KUBECONFIG === null && env.KUBERNETES_SERVICE_HOST === null
}

/**
 * Whether demo users exist: on the embedded garden, which holds demo data, unless people sign in with an identity provider, or as
 * HAP_DEMO_USERS says.
 */
export function hasDemoUsers(
  { HAP_DEMO_USERS, HAP_OIDC_ISSUER }: Pick<Env, 'HAP_DEMO_USERS' | 'HAP_OIDC_ISSUER'>,
  embedded: boolean,
): boolean {
  return HAP_DEMO_USERS ?? (embedded && HAP_OIDC_ISSUER === null)
}

/** The public origin of the console. */
export function publicOrigin({ HAP_URL, HOST, PORT }: Pick<Env, 'HAP_URL' | 'HOST' | 'PORT'>): string {
  return HAP_URL === null ? `http://${HOST.includes(':') ? `[${HOST}]` : HOST}:${PORT}` : new URL(HAP_URL).origin
}

/** Sets the public address for next-auth, which reads it from the environment only: its cookies are `Secure` with https. */
export function announceAddress(env: Pick<Env, 'HAP_URL' | 'HOST' | 'PORT'>): void {
  process.env.NEXTAUTH_URL = publicOrigin(env)
}

/** Address and token of the console that the `hap` command calls; null when unset. No setting of a console itself. */
export function askingEnv(): { readonly url: string | null; readonly token: Secret<string> | null } {
  const { HAP_CONSOLE_URL: url, HAP_TOKEN: token } = process.env
  return { url: url || null, token: token ? new Secret(token.trim()) : null }
}

/** Adds variables to the environment of this process, for libraries that read only the environment. */
export function addToEnv(changes: Readonly<Record<string, string>>): void {
  Object.assign(process.env, changes)
}

/** The environment of a child process: this process's environment with `changes`. */
export function childEnv(changes: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  return { ...process.env, ...changes }
}

/** Whether this is `next dev`, where hot reloading needs eval in the browser. */
export const DEVELOPMENT = process.env.NODE_ENV === 'development'

/** Whether this process only builds the console. */
export function isBuild(): boolean {
  return process.env.NEXT_PHASE === 'phase-production-build'
}
