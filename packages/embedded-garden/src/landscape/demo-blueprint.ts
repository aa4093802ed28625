import { type Blueprint, DUPLICATES, MALFORMED, pool } from './blueprint.ts'

const AWS_REGIONS = [
  'eu-central-1',
  'eu-west-2',
  'us-east-1',
  'us-west-2',
  'ap-southeast-1',
  'ap-northeast-1',
  'sa-east-1',
]
const AZURE_REGIONS = ['westeurope', 'northeurope', 'eastus', 'centralus', 'japaneast', 'southeastasia', 'brazilsouth']
const GCP_REGIONS = ['europe-west3', 'us-central1', 'asia-south1', 'asia-northeast2', 'southamerica-east1']

/** Seed 001's initial configuration, in the proportions of a medium landscape. No rule selects the pools alicloud and gdch. */
export const DEMO: Blueprint = {
  shoots: 3000,
  malformed: MALFORMED,
  duplicates: DUPLICATES,
  pools: [
    pool({
      provider: 'aws',
      regions: AWS_REGIONS,
      tenants: 151,
      accounts: {
        claimed: 168,
        internal: 4,
        held: 1,
        dirty: 9,
        cleaning: 3,
        verifying: 2,
        quarantined: 2,
        terminating: 1,
        free: 23,
      },
    }),
    pool({
      provider: 'aws',
      euAccess: true,
      nickname: 'eu',
      regions: ['eu-central-1'],
      tenants: 34,
      accounts: { claimed: 37, dirty: 3, cleaning: 1, quarantined: 1, free: 4 },
    }),
    pool({
      provider: 'aws',
      nickname: 'trial',
      regions: ['us-east-1', 'eu-central-1', 'ap-southeast-1'],
      accounts: { shared: 8 },
      sharedShoots: 450,
    }),
    pool({
      provider: 'gcp',
      regions: GCP_REGIONS,
      tenants: 69,
      accounts: { claimed: 71, held: 2, dirty: 4, cleaning: 6, verifying: 4, quarantined: 3, free: 12 },
    }),
    pool({
      provider: 'gcp',
      hyperscalerType: 'gcp_cf-sa30',
      nickname: 'sa30',
      regions: ['me-central2'],
      tenants: 14,
      accounts: { claimed: 14, dirty: 1, free: 3 },
    }),
    pool({
      provider: 'azure',
      regions: AZURE_REGIONS,
      tenants: 133,
      accounts: { claimed: 141, internal: 2, dirty: 6, cleaning: 2, verifying: 3, free: 29 },
    }),
    pool({
      provider: 'azure',
      euAccess: true,
      nickname: 'ch20',
      regions: ['switzerlandnorth'],
      tenants: 19,
      accounts: { claimed: 19, dirty: 1, free: 5 },
    }),
    pool({
      provider: 'azure',
      nickname: 'trial',
      regions: ['westeurope', 'eastus'],
      accounts: { shared: 6 },
      sharedShoots: 150,
    }),
    pool({
      provider: 'openstack',
      hyperscalerType: 'openstack_eu-de-1',
      nickname: 'eu-de-1',
      regions: ['eu-de-1'],
      accounts: { shared: 5 },
      sharedShoots: 110,
    }),
    pool({
      provider: 'openstack',
      hyperscalerType: 'openstack_eu-de-2',
      nickname: 'eu-de-2',
      regions: ['eu-de-2'],
      accounts: { shared: 3, held: 1 },
      sharedShoots: 50,
    }),
    pool({
      provider: 'alicloud',
      regions: ['cn-shanghai', 'cn-beijing'],
      tenants: 3,
      accounts: { claimed: 3, free: 11 },
    }),
    pool({ provider: 'gdch', regions: ['gdch-eu-1'], accounts: { free: 2 } }),
  ],
  stories: [
    // Far over the limit of 180; new clusters use the second account (seed 003's example).
    [
      ['aws', 250],
      ['aws', 12],
    ],
    // Exactly full, with a second account that has room.
    [
      ['aws', 180],
      ['aws', 47],
    ],
    [
      ['gcp', 135],
      ['gcp', 20],
    ],
    [['azure', 103]],
    [
      ['aws', 25],
      ['aws/eu', 40],
    ],
    [
      ['azure', 6],
      ['azure/eu', 4],
      ['gcp', 2],
    ],
  ],
}
