import type { BindingKind } from '../pools/binding.ts'
import type { HapLabels } from '../pools/labels.ts'
import type { Policy } from '../semantics/policy.ts'

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
