import type { PooledBinding } from '../pools/pooled-binding.ts'
import { providerOf } from '../pools/provider-of.ts'

/** Who can tell that an account is empty. */
type Verifiability =
  | { readonly by: 'cleaner'; readonly provider: string }
  /** `reason`: as sentences, with what to do. */
  | { readonly by: 'person'; readonly reason: string }

/** Providers no cleaner was written for, as people call them. */
export const UNVERIFIABLE: ReadonlyMap<string, string> = new Map([
  ['openstack', 'OpenStack'],
  ['alicloud', 'Alibaba Cloud'],
  ['gdch', 'Google Distributed Cloud'],
])

const BY_HAND = 'Look at the account, then confirm that it is clean.'

/** Who can tell that the account of a binding is empty, given the providers whose cleaners are on. */
export function verifiability(pooled: PooledBinding, cleaners: { has(provider: string): boolean }): Verifiability {
  const provider = providerTypeOf(pooled)
  const person = (why: string): Verifiability => ({ by: 'person', reason: `${why} ${BY_HAND}` })
  if (provider === null) return person('It does not say which provider it belongs to.')
  const unverifiable = UNVERIFIABLE.get(provider)
  if (unverifiable !== undefined) return person(`No cleaner can tell whether an account of ${unverifiable} is empty.`)
  if (!cleaners.has(provider)) return person(`The cleaner for ${provider} is off.`)
  if (pooled.binding.account.kind !== 'Secret') {
    return person(`Its credentials are of the kind ${pooled.binding.account.kind}, which cleaners cannot use.`)
  }
  return { by: 'cleaner', provider }
}

/** Gardener's provider type; of bindings that name none what their hyperscaler type begins with. Null where it is not one. */
function providerTypeOf({ binding: { providers }, labels }: PooledBinding): string | null {
  if (providers.length > 1) return null
  return providers[0] ?? (labels.hyperscalerType === null ? null : providerOf(labels.hyperscalerType))
}
