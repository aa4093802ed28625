import type { BindingRef } from '#lib/hap/pools/binding.ts'
import { type HapLabels, isShared } from '#lib/hap/pools/labels.ts'
import type { ClusterReason } from '#lib/operators/api/cluster-conditions.ts'

/** Why no shoot is made on an account. */
export interface UnfitAccount {
  readonly reason: ClusterReason<'ClusterProvisioned'>
  readonly message: string
}

/**
 * Looks whether an account is still the one its Cluster got: it may have been marked dirty since, and cleaned, by which it loses its tenant and
 * may get another one (seed 001). Null when a shoot may be made on it. `globalAccount`: empty where only a shared one was asked for. `labels`: as
 * they are now; null when they cannot be read.
 */
export function unfitAccount(
  { binding: { kind, name }, globalAccount }: { readonly binding: BindingRef; readonly globalAccount: string },
  labels: HapLabels | null,
): UnfitAccount | null {
  if (labels === null) return null
  if (labels.dirty === 'true') {
    const message = `The ${kind} ${name} is marked dirty, so no cluster is made on it before it is clean. ${ANOTHER}`
    return { reason: 'AccountDirty', message }
  }
  if (isShared(labels) || labels.tenantName === globalAccount) return null
  const whose = globalAccount === '' ? 'shared' : `of global account ${globalAccount}`
  const message = `The ${kind} ${name} is not ${whose} any more, so no cluster is made on it. ${ANOTHER}`
  return { reason: 'AccountNotTheirs', message }
}

const ANOTHER = 'For another account delete the Cluster and make a new one.'
