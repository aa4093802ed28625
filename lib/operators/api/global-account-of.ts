import { parseSubscriptionSelector } from '#lib/hap/subscription-selector.ts'
import { CLUSTER_LABELS } from './names.ts'

interface Owned {
  readonly labels?: Readonly<Record<string, string>> | undefined
  readonly spec: { readonly infrastructure?: { readonly subscriptionSelector: string } | undefined }
}

/** The global account a Cluster is for, by its label, else by its selector; null for none. */
export function globalAccountOf({ labels = {}, spec }: Owned): string | null {
  return labels[CLUSTER_LABELS.globalAccount] ?? tenantOf(spec.infrastructure?.subscriptionSelector)
}

/** The global account that a selector names; null for none. */
export function tenantOf(selector: string | undefined): string | null {
  if (selector === undefined) return null
  const parsed = parseSubscriptionSelector(selector)
  return 'selector' in parsed ? parsed.selector.globalAccount : null
}
