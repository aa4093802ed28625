import type { BindingKind } from '../pools/binding.ts'
import type { HapLabels } from '../pools/labels.ts'
import type { Policy } from '../semantics.ts'

/** Facts about the account of a deprovisioned cluster. */
export interface ReleaseInput {
  /** HAP's labels of the cluster's binding; null when the binding is deleted. */
  readonly labels: HapLabels | null
  /** Name of the binding in the database; empty when none was assigned. */
  readonly bindingName: string
  /** Name of the cluster's own shoot; empty when it never existed. */
  readonly ownShoot: string
  /** Shoots; KEB looks at nothing else. */
  readonly shoots: readonly ReleaseShoot[]
  /** Other clusters of the account, running or reserved, through any of its bindings. */
  readonly otherClusters: number
  /** Whether the timeout of an earlier `retry` has passed. */
  readonly timedOut: boolean
}

export interface ReleaseShoot {
  readonly name: string
  readonly credentialsBinding: string | null
  readonly secretBinding: string | null
}

export type ReleaseOutcome =
  | {
      readonly outcome:
        | 'nothing-assigned'
        | 'skip-shared'
        | 'skip-internal'
        | 'skip-dirty'
        | 'still-used'
        | 'marked-dirty'
    }
  | { readonly outcome: 'retry'; readonly retryAfterSeconds: number; readonly timeoutSeconds: number }
  /**
   * The timeout passed. KEB then marks the account dirty when no other shoot uses it; by the
   * documents the cluster's own shoot still does.
   */
  | { readonly outcome: 'failed'; readonly markDirty: boolean }

const RETRY_SECONDS = 10
const BINDING_TIMEOUT_SECONDS = 60
const SHOOT_TIMEOUT_SECONDS = 3_600

/**
 * Decides what a deprovisioned cluster does to its account (seed 001, KEB); the label tenantName
 * always stays.
 */
export function release(input: ReleaseInput, policy: Policy): ReleaseOutcome {
  const { labels } = input
  if (input.bindingName === '') return { outcome: 'nothing-assigned' }
  if (labels === null) return input.timedOut ? { outcome: 'failed', markDirty: false } : retry(BINDING_TIMEOUT_SECONDS)
  if (labels.shared === 'true') return { outcome: 'skip-shared' }
  if (labels.internal === 'true') return { outcome: 'skip-internal' }
  if (labels.dirty === 'true') return { outcome: 'skip-dirty' }
  if (input.ownShoot !== '' && input.shoots.some(shoot => shoot.name === input.ownShoot)) {
    if (!input.timedOut) return retry(SHOOT_TIMEOUT_SECONDS)
    const others = input.shoots.filter(shoot => shoot.name !== input.ownShoot)
    const isMarked = policy.release === 'binding-name' && !isUsed({ ...input, shoots: others }, policy)
    return { outcome: 'failed', markDirty: isMarked }
  }
  return { outcome: isUsed(input, policy) ? 'still-used' : 'marked-dirty' }
}

function isUsed({ bindingName, shoots, otherClusters }: ReleaseInput, policy: Policy): boolean {
  const named = shoots.some(shoot => shoot.credentialsBinding === bindingName)
  if (named || policy.release === 'binding-name') return named
  return otherClusters > 0 || shoots.some(shoot => shoot.secretBinding === bindingName)
}

function retry(timeoutSeconds: number): ReleaseOutcome {
  return { outcome: 'retry', retryAfterSeconds: RETRY_SECONDS, timeoutSeconds }
}

export interface CleanupInput {
  readonly kind: BindingKind
  readonly name: string
  readonly labels: HapLabels
  /** `provider.type`; null when missing. */
  readonly providerType: string | null
  /** Whether the credentials are a readable Secret; false for a WorkloadIdentity. */
  readonly readableSecret: boolean
  /**
   * Names in credentialsBindingName or secretBindingName of the project's shoots; KEB looks at
   * nothing else.
   */
  readonly usedNames: ReadonlySet<string>
  /** Clusters of the account, through any of its bindings. */
  readonly clusters: number
  /** Whether a cleaner or a person verified that the account is empty. */
  readonly verifiedEmpty: boolean
}

/** `released`, or the reason why the account stays dirty. */
type CleanupVerdict = 'released' | 'not-dirty' | 'still-used' | 'unknown-provider' | 'unreadable' | 'unverified'

/**
 * Provider types with a cleaner in KEB's cleanup job; one is spelled as its pool (KEB's cleanup
 * job).
 */
const CLEANED_PROVIDERS: ReadonlySet<string> = new Set(['aws', 'azure', 'gcp', 'alicloud', 'gcp_cf-sa30'])

/**
 * Decides whether a dirty account becomes free, which removes the labels dirty and tenantName
 * (KEB's cleanup job).
 */
export function cleanup(input: CleanupInput, policy: Policy): CleanupVerdict {
  if (input.labels.dirty !== 'true') return 'not-dirty'
  if (input.usedNames.has(input.name)) return 'still-used'
  if (policy.cleaning === 'evidence') {
    if (input.clusters > 0) return 'still-used'
    return input.verifiedEmpty ? 'released' : 'unverified'
  }
  const provider = input.kind === 'CredentialsBinding' ? input.providerType : input.labels.hyperscalerType
  if (provider === null || !CLEANED_PROVIDERS.has(provider)) return 'unknown-provider'
  return input.readableSecret ? 'released' : 'unreadable'
}
