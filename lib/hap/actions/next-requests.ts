import { counted } from './words.ts'

/** Global accounts that have no account of their own left in a pool after an action on many. */
export interface NextRequests {
  readonly pool: string
  readonly tenants: number
  /** What the pool has for their next requests. */
  readonly free: number
}

/** What their next requests get, as a sentence. */
export function nextRequestsWords({ pool, tenants, free }: NextRequests): string {
  const one = tenants === 1
  const next = `The next ${one ? 'request' : 'requests'} of ${counted(tenants, 'global account')} for pool ${pool}`
  if (free === 0) return `${next} ${one ? 'waits' : 'wait'}: the pool then has no usable account.`
  if (one) return `${next} claims ${free === 1 ? 'its only usable account' : `one of its ${free} usable accounts`}.`
  return `${next} claim usable accounts: the pool then has ${free < tenants ? 'only ' : ''}${free}.`
}
