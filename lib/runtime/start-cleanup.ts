import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { Env } from '#lib/env.ts'
import type { CleaningSettings } from '#lib/garden/cleaning-progress.ts'
import type { GardenClient } from '#lib/garden/client/client.ts'
import type { Access } from '#lib/garden/client/kubeconfig.ts'
import { createSecretReader, type SecretReader } from '#lib/garden/client/secret-reader.ts'
import type { ConsistentShoots } from '#lib/garden/consistent-shoots.ts'
import type { Inventory } from '#lib/garden/inventory/inventory.ts'
import type { DoubtIn } from '#lib/garden/inventory/project-binding.ts'
import { createBindingWrites } from '#lib/garden/writes/binding-writes.ts'
import type { WriteQueue } from '#lib/garden/writes/write-queue.ts'
import { REST_MS } from '#lib/hap/lifecycle/cleaning.ts'
import { CommonFailures } from '#lib/operators/cleanup/cleaner-error.ts'
import { type CleaningTiming, SYSTEM_CLEANING } from '#lib/operators/cleanup/cleaning-state.ts'
import type { CleanupContext } from '#lib/operators/cleanup/cleanup-context.ts'
import { CleanupController } from '#lib/operators/cleanup/cleanup-controller.ts'
import { loadCleaners } from '#lib/operators/cleanup/load-cleaners.ts'
import { SYSTEM_LIMITS } from '#lib/operators/cleanup/schedule.ts'
import { accountClaims } from '#lib/services/actions/account-claims.ts'
import type { AuditLog } from '#lib/store/audit/audit-log.ts'
import type { Store } from '#lib/store/store.ts'
import { log } from '#lib/telemetry/log.ts'
import { Secret } from '#lib/util/secret.ts'
import { VERSION } from '#lib/version.ts'
import { loggableReason } from './error-messages.ts'
import type { MultiAccountSettings } from './multi-account-settings.ts'
import { repeat } from './repeat.ts'
import type { RulesInForce } from './rules-in-force.ts'
import type { Shutdown } from './shutdown.ts'
import { recordState } from './start-actions.ts'
import { StartError } from './start-report.ts'

interface CleanupParts {
  readonly store: Store
  readonly audit: AuditLog
  readonly access: Access
  readonly client: GardenClient
  readonly shoots: ConsistentShoots
  readonly inventory: Inventory
  readonly queue: WriteQueue
  readonly multiAccount: MultiAccountSettings
  readonly rules: Pick<RulesInForce, 'active'>
  /** Namespace of the Gardener project. */
  readonly namespace: string
  readonly doubtIn: DoubtIn
  pause(): string | null
}

/** Overrides for tests that simulate a provider or shorten waiting times. */
export interface CleanupOverrides {
  /** Loads the cleaners of the configured providers. */
  readonly load?: typeof loadCleaners
  readonly timing?: CleaningTiming
  /** Milliseconds between the release of an account and its first inspection. */
  readonly restMs?: number
}

/** Interval of the search for dirty accounts. */
const TURN_MS = 5_000

const DEADLINE_MS = 300_000

/**
 * Starts the cleaners of the configured providers in each process that has the role of the operators, whether it leads or not. Returns null in
 * other processes, which do not load the SDKs. Throws StartError.
 */
export async function startCleanup(
  env: Env,
  parts: CleanupParts,
  shutdown: Shutdown,
  { load = loadCleaners, timing = SYSTEM_CLEANING, restMs = REST_MS }: CleanupOverrides = {},
): Promise<CleanupController | null> {
  const providers = env.HAP_CLEANERS ?? []
  if (providers.length === 0 || !env.HAP_ROLES.includes('operators')) return null
  const { store, audit, access, client, shoots, inventory, queue, multiAccount, rules, namespace, doubtIn, pause } =
    parts
  const secrets = createSecretReader({ access, version: VERSION })
  shutdown.add(() => secrets.close())
  const owner = `${hostname()}-${randomUUID().slice(0, 8)}`
  const context: CleanupContext = {
    actions: {
      inventory,
      writes: createBindingWrites({ client, queue, doubtIn }),
      client,
      shoots,
      claims: accountClaims(store, `cleanup-${owner}`),
      audit,
      noteState: (written, cause) => void recordState(store, written, cause),
      allowed: () => multiAccount.active.allowed,
      pause,
      plans: () => rules.active.plans,
      now: store.now,
    },
    cleaners: await load(providers, { awsRegions: env.HAP_CLEANER_REGIONS }),
    readSecret: (account, signal) => readAccountSecret(secrets, account, signal),
    project: parseProject(namespace),
    deletes: env.HAP_CLEANERS_DELETE,
    protectedNames: new Set(env.HAP_PROTECTED_ACCOUNTS ?? []),
    owner,
    timing,
    deadlineMs: DEADLINE_MS,
    failures: new CommonFailures(),
    random: Math.random,
  }
  const controller = new CleanupController(context, {
    limits: SYSTEM_LIMITS,
    restMs,
    looked({ name: binding }, cleaning) {
      if (cleaning.done === 'put-off') log().debug({ binding, reason: cleaning.reason }, 'cleaning was put off')
      else if (cleaning.to === 'quarantined') {
        log().warn({ binding, reason: cleaning.reason }, 'an account cannot be cleaned and is in quarantine')
      } else log().info({ binding, to: cleaning.to, reason: cleaning.reason }, 'an account was inspected')
    },
    failed: ({ name: binding }, error) =>
      log().warn({ binding, reason: loggableReason(error) }, 'an account was not inspected'),
  })
  shutdown.add(() => controller.stop(), 'The cleaners')
  const turn = async () => {
    if (store.health().state === 'up') controller.turn()
  }
  shutdown.add(repeat(TURN_MS, turn, 'dirty accounts were not searched'))
  log().info({ providers, deletes: env.HAP_CLEANERS_DELETE }, 'dirty accounts are cleaned here')
  return controller
}

/** The project of the namespace `garden-<project>`; Gardener puts its name into all cloud resources. */
function parseProject(namespace: string): string {
  const project = /^garden-([a-z0-9](?:-?[a-z0-9])*)$/.exec(namespace)?.[1]
  if (project !== undefined) return project
  throw new StartError(
    `HAP_CLEANERS needs the namespace of a Gardener project, and ${namespace} is none. Set HAP_NAMESPACE. Example: HAP_NAMESPACE=garden-kyma-prod`,
  )
}

/** The cleaning that the settings allow, the same in every process. */
export function cleaningSettings(
  env: Pick<Env, 'HAP_CLEANERS' | 'HAP_CLEANERS_DELETE' | 'HAP_PROTECTED_ACCOUNTS'>,
): CleaningSettings {
  return {
    cleaners: new Set(env.HAP_CLEANERS ?? []),
    deletes: env.HAP_CLEANERS_DELETE,
    protectedNames: new Set(env.HAP_PROTECTED_ACCOUNTS ?? []),
  }
}

/** The data of an account's Secret as texts; overwrites their bytes. Throws GardenError. */
export async function readAccountSecret(
  secrets: Pick<SecretReader, 'read'>,
  { namespace, name }: { readonly namespace: string; readonly name: string },
  signal: AbortSignal,
): Promise<Secret<ReadonlyMap<string, string>>> {
  const data = await secrets.read({ namespace, name }, { signal })
  const texts = new Map<string, string>()
  for (const [key, bytes] of Object.entries(data)) {
    texts.set(key, bytes.toString('utf8'))
    bytes.fill(0)
  }
  return new Secret(texts)
}
