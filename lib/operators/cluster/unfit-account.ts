import { type Identity, identityReason } from '#lib/hap/lifecycle/identity.ts'
import type { BindingRef } from '#lib/hap/pools/binding.ts'
import { type HapLabels, isShared } from '#lib/hap/pools/labels.ts'
import type { Alternative, SubscriptionSelector } from '#lib/hap/subscription-selector.ts'
import type { ClusterReason } from '#lib/operators/api/cluster-conditions.ts'

/** Why no shoot is made on an account. */
export interface UnfitAccount {
  readonly reason: ClusterReason<'ClusterProvisioned'>
  readonly message: string
}

interface Wish {
  readonly binding: BindingRef
  /** What the Cluster asks for now. */
  readonly selector: SubscriptionSelector
}

/**
 * Looks whether an account is what its Cluster asks for: it may have been marked dirty since it was claimed, and cleaned, by which it loses its
 * tenant and may get another one (seed 001). Null when a shoot may be made on it. `labels`: as they are now; null when they cannot be read.
 */
export function unfitAccount(
  { binding: { kind, name }, selector: { alternatives } }: Wish,
  labels: HapLabels | null,
): UnfitAccount | null {
  if (labels === null) return null
  if (labels.dirty === 'true') {
    const message = `The ${kind} ${name} is marked dirty, so no cluster is made on it before it is clean. ${ANOTHER}`
    return { reason: 'AccountDirty', message }
  }
  if (alternatives.some(each => isOf(labels, each))) return null
  const asked = alternatives.map(asWords).join(' nor ')
  const message = `The ${kind} ${name} is ${alternatives.length > 1 ? 'neither' : 'not'} ${asked}, so no cluster is made on it. ${ANOTHER}`
  return { reason: 'AccountUnfit', message }
}

/** The same of a binding that is not the one its claim got: somebody deleted it, and created or restored one of its name. */
export function unfitIdentity(identity: Identity, { name }: Pick<BindingRef, 'name'>): UnfitAccount | null {
  const why = identityReason(identity, name)
  return why === null ? null : { reason: 'AccountUnfit', message: `${why} No cluster is made on it.` }
}

function isOf(labels: HapLabels, asked: Alternative): boolean {
  if (asked.kind === 'shared') return isShared(labels)
  return labels.shared !== 'true' && labels.tenantName === asked.globalAccount
}

function asWords(asked: Alternative): string {
  return asked.kind === 'shared' ? 'shared' : `one of global account ${asked.globalAccount} alone`
}

const ANOTHER = 'For another account delete the Cluster and make a new one.'
