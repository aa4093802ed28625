import type { Binding } from '#lib/hap/pools/binding.ts'

/**
 * Whether Gardener's throttle applies to writes of a binding: plain Secrets are written by kube-apiserver alone, and a
 * WorkloadIdentity is looked up in a cache (Gardener, measured).
 */
export function isThrottled({ kind, account }: Binding): boolean {
  return kind !== 'Secret' && account.kind !== 'WorkloadIdentity'
}
