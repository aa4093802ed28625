import type { BindingKind } from '../pools/binding.ts'
import type { HapLabels } from '../pools/labels.ts'
import type { Policy } from '../semantics.ts'

/** A deprovisioned cluster gives its account back; what is known about it at that moment. */
export interface ReleaseInput {
  /** HAP's labels of the binding the cluster used; null when the binding is gone. */
  readonly labels: HapLabels | null
  /** Name of that binding as the database has it; empty when none was ever assigned. */
  readonly bindingName: string
  /** Name of the cluster's own shoot; empty when it never had one. */
  readonly ownShoot: string
  /** All that KEB looks at. */
  readonly shoots: readonly ReleaseShoot[]
  /** Other clusters of the account, running or reserved, through whichever binding. */
  readonly otherClusters: number
  /** Whether the wait announced by an earlier `retry` is over. */
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
  /** The wait was in vain. KEB marks the account dirty all the same where nothing else uses it; for the documents its own shoot does. */
  | { readonly outcome: 'failed'; readonly markDirty: boolean }

const RETRY_SECONDS = 10
const BINDING_TIMEOUT_SECONDS = 60
const SHOOT_TIMEOUT_SECONDS = 3_600

/** What becomes of the account of a deprovisioned cluster (seed 001, KEB): tenantName stays whatever the outcome. */
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
  /** `provider.type`; null when it is missing. */
  readonly providerType: string | null
  /** Whether the credentials are a Secret that can be read; a WorkloadIdentity is none. */
  readonly readableSecret: boolean
  /** Names that shoots of the project give as credentialsBindingName or secretBindingName; all that KEB looks at. */
  readonly usedNames: ReadonlySet<string>
  /** Clusters of the account, through whichever binding. */
  readonly clusters: number
  /** Whether somebody looked and found the account empty. */
  readonly verifiedEmpty: boolean
}

/** Why an account stays dirty, or that it does not. */
type CleanupVerdict = 'released' | 'not-dirty' | 'still-used' | 'unknown-provider' | 'unreadable' | 'unverified'

/** Provider types the cleanup job has a cleaner for, and how it writes one pool's type (KEB's cleanup job). */
const CLEANED_PROVIDERS: ReadonlySet<string> = new Set(['aws', 'azure', 'gcp', 'alicloud', 'gcp_cf-sa30'])

/** Whether a dirty account becomes free again; its labels dirty and tenantName go then, all others stay (KEB's cleanup job). */
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
