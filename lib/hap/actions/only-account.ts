import { accountKey } from '../pools/account.ts'
import type { HapLabels } from '../pools/labels.ts'
import type { ActionFacts } from './facts.ts'
import { isOwned } from './returned-to.ts'

/** Why a tenant may not have an account beside those it has, as a sentence; null when it may. */
export function onlyAccountOf(tenant: string, { pooled, peers, severalAllowed }: ActionFacts): string | null {
  const own = accountKey(pooled.binding.account)
  const peer = peers.find(({ binding }) => accountKey(binding.account) !== own)
  if (!peer || severalAllowed) return null
  const instead = `Release that one first, or add ${tenant} to the allowlist.`
  return `Its global account ${tenant} now owns ${peer.binding.name} and may own only one account of this pool. ${instead}`
}

/** The same of an account with labels that would be offered to their global account. */
export function onlyIfOwned(labels: HapLabels, facts: ActionFacts): string | null {
  return isOwned(labels) ? onlyAccountOf(labels.tenantName ?? '', facts) : null
}
