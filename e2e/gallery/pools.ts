import type { CountsByState } from '#components/hap/counts-by-state.ts'
import type { Pool } from '#lib/hap/pools/pool.ts'

export interface PoolRow {
  readonly pool: Pool
  readonly counts: CountsByState
  readonly lowWater: number | null
  readonly tenants: number
  readonly shoots: number
  readonly days: number | null
  readonly rules: readonly string[]
}

export interface PoolGroup {
  readonly hyperscaler: string
  readonly pools: readonly PoolRow[]
}

const pool = (hyperscalerType: string, flags = ''): Pool => ({
  hyperscalerType,
  euAccess: flags === 'EU',
  shared: flags === 'S',
})

/** The pools of the reference screen. */
export const POOL_GROUPS: readonly PoolGroup[] = [
  {
    hyperscaler: 'aws',
    pools: [
      {
        pool: pool('aws', 'EU'),
        counts: { claimed: 37, dirty: 3, cleaning: 1, quarantined: 1, malformed: 1, free: 4 },
        lowWater: 6,
        tenants: 34,
        shoots: 612,
        days: 9,
        rules: ['aws(PR=cf-eu11) -> EU'],
      },
      {
        pool: pool('aws'),
        counts: {
          claimed: 168,
          internal: 4,
          held: 1,
          dirty: 9,
          cleaning: 3,
          verifying: 2,
          quarantined: 2,
          terminating: 1,
          malformed: 1,
          free: 23,
        },
        lowWater: 15,
        tenants: 151,
        shoots: 4318,
        days: 31,
        rules: ['aws', 'preview', 'free'],
      },
      {
        pool: pool('aws', 'S'),
        counts: { shared: 8 },
        lowWater: null,
        tenants: 1904,
        shoots: 2377,
        days: null,
        rules: ['trial -> S'],
      },
    ],
  },
  {
    hyperscaler: 'gcp',
    pools: [
      {
        pool: pool('gcp'),
        counts: { claimed: 71, held: 2, dirty: 4, cleaning: 6, verifying: 4, quarantined: 3, free: 12 },
        lowWater: 8,
        tenants: 69,
        shoots: 1144,
        days: 38,
        rules: ['gcp'],
      },
      {
        pool: pool('gcp_cf-sa30'),
        counts: { claimed: 14, dirty: 1, free: 3 },
        lowWater: 2,
        tenants: 14,
        shoots: 96,
        days: 52,
        rules: ['gcp(PR=cf-sa30) -> PR'],
      },
    ],
  },
  {
    hyperscaler: 'azure',
    pools: [
      {
        pool: pool('azure'),
        counts: { claimed: 141, internal: 2, dirty: 6, cleaning: 2, verifying: 3, free: 29 },
        lowWater: 15,
        tenants: 133,
        shoots: 2906,
        days: 44,
        rules: ['azure', 'azure_lite', 'free'],
      },
      {
        pool: pool('azure', 'EU'),
        counts: { claimed: 19, dirty: 1, free: 5 },
        lowWater: 3,
        tenants: 19,
        shoots: 208,
        days: 61,
        rules: ['azure(PR=cf-ch20) -> EU'],
      },
    ],
  },
  {
    hyperscaler: 'openstack',
    pools: [
      {
        pool: pool('openstack_eu-de-1', 'S'),
        counts: { shared: 5 },
        lowWater: null,
        tenants: 212,
        shoots: 431,
        days: null,
        rules: ['sap-converged-cloud -> HR, S'],
      },
      {
        pool: pool('openstack_eu-de-2', 'S'),
        counts: { shared: 3, held: 1 },
        lowWater: null,
        tenants: 97,
        shoots: 188,
        days: null,
        rules: ['sap-converged-cloud -> HR, S'],
      },
    ],
  },
  {
    hyperscaler: 'alicloud',
    pools: [
      {
        pool: pool('alicloud'),
        counts: { claimed: 3, free: 11 },
        lowWater: null,
        tenants: 3,
        shoots: 17,
        days: null,
        rules: [],
      },
      {
        pool: pool('alicloud_cf-jp30'),
        counts: {},
        lowWater: null,
        tenants: 0,
        shoots: 0,
        days: null,
        rules: ['alicloud(PR=cf-jp30) -> PR'],
      },
    ],
  },
]
