import type { PlanFacts } from '../plans/plan.ts'
import type { BindingKind } from './binding.ts'

/**
 * The fields of a Gardener shoot that HAP stores (about 300 bytes of 17 kB). They include neither
 * plan nor platform region.
 */
export interface Shoot {
  readonly namespace: string
  readonly name: string
  readonly uid: string
  /** `spec.credentialsBindingName` or `spec.secretBindingName`; null for workerless shoots. */
  readonly binding: { readonly kind: Exclude<BindingKind, 'Secret'>; readonly name: string } | null
  /** Label `account`, written by Kyma's infrastructure manager. */
  readonly globalAccount: string | null
  /** Label `subaccount`. */
  readonly subaccount: string | null
  /** Annotation `infrastructuremanager.kyma-project.io/runtime-id`. */
  readonly runtimeId: string | null
  readonly provider: string
  readonly region: string
  readonly createdAt: string
  readonly deletedAt: string | null
  readonly hibernated: boolean
  readonly lastOperation: ShootOperation | null
  /** Codes of `status.lastErrors`, for example ERR_INFRA_QUOTA_EXCEEDED. */
  readonly errorCodes: readonly string[]
  /**
   * Plan facts from the shoot's labels; only when a setting names such labels and the shoot has
   * one.
   */
  readonly labelled?: PlanFacts
}

export interface ShootOperation {
  readonly type: string
  readonly state: string
  /** Percent. */
  readonly progress: number
  /** RFC 3339, UTC. */
  readonly at: string
}

const INFRASTRUCTURE_CODE = 'ERR_INFRA_'

/** Search value for any code about the account. */
export const INFRASTRUCTURE = 'infrastructure'

/**
 * Codes of a shoot that concern its account: credentials, quota, resources, rate limits (Gardener).
 */
export function infrastructureErrors({ errorCodes }: Pick<Shoot, 'errorCodes'>): readonly string[] {
  return errorCodes.filter(code => code.startsWith(INFRASTRUCTURE_CODE))
}

/** Outcome of a shoot's last operation. */
export type OperationOutcome = 'done' | 'failed' | 'running'

interface OperationView {
  readonly outcome: OperationOutcome
  /** `Reconciled`, `Reconcile failed`, `Deleting, 45%`. */
  readonly words: string
}

/** Labels by Gardener's type of operation; other types are shown unchanged. */
const FORMS: ReadonlyMap<string, readonly [running: string, done: string]> = new Map([
  ['Create', ['Creating', 'Created']],
  ['Reconcile', ['Reconciling', 'Reconciled']],
  ['Delete', ['Deleting', 'Deleted']],
  ['Migrate', ['Migrating', 'Migrated']],
  ['Restore', ['Restoring', 'Restored']],
])

/** Formats the last operation of a shoot. */
export function formatOperation({
  type,
  state,
  progress,
}: Pick<ShootOperation, 'type' | 'state' | 'progress'>): OperationView {
  const [running, done] = FORMS.get(type) ?? [type, `${type} done`]
  switch (state) {
    case 'Succeeded':
      return { outcome: 'done', words: done }
    case 'Failed':
    case 'Error':
      return { outcome: 'failed', words: `${type} failed` }
    case 'Processing':
      return { outcome: 'running', words: `${running}, ${progress}%` }
    default:
      return { outcome: 'running', words: `${type} ${state.toLowerCase()}` }
  }
}

/** Formats an error code of Gardener: `ERR_INFRA_QUOTA_EXCEEDED` becomes `quota exceeded`. */
export function formatErrorCode(code: string): string {
  return code
    .replace(/^ERR_(INFRA_)?/, '')
    .replaceAll('_', ' ')
    .toLowerCase()
}

/** Sources that know a cluster: Gardener, the database, or both. */
export const KNOWN_TO = ['both', 'gardener', 'database'] as const

export type KnownTo = (typeof KNOWN_TO)[number]

/** Labels of a claim by state, for a cluster whose shoot is not in Gardener. */
export const CLAIM_LABELS = {
  intent: 'claiming an account',
  reserved: 'claimed, no shoot yet',
  active: 'shoot deleted',
  releasing: 'being released',
} as const
