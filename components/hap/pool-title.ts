import type { Pool } from '#lib/hap/pools/pool.ts'

/** A pool in running text: `aws · EU`, `openstack_eu-de-1 · shared`. */
export function poolTitle(pool: Pool): string {
  return [pool.hyperscalerType, pool.euAccess && 'EU', pool.shared && 'shared'].filter(Boolean).join(' · ')
}
