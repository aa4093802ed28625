import { type Blueprint, DUPLICATES, MALFORMED, pool } from './blueprint.ts'

/** Every pool, state and mistake of the demo landscape, for tests. */
export const SMALL: Blueprint = {
  shoots: 200,
  idle: 6,
  malformed: MALFORMED,
  duplicates: DUPLICATES.slice(0, 3),
  pools: [
    pool({
      provider: 'aws',
      regions: ['eu-central-1', 'us-east-1'],
      tenants: 11,
      accounts: {
        claimed: 13,
        internal: 1,
        held: 1,
        dirty: 1,
        cleaning: 1,
        verifying: 1,
        quarantined: 1,
        terminating: 1,
        free: 2,
      },
    }),
    pool({
      provider: 'aws',
      euAccess: true,
      nickname: 'eu',
      regions: ['eu-central-1'],
      tenants: 2,
      accounts: { claimed: 3, dirty: 1, free: 1 },
    }),
    pool({ provider: 'aws', nickname: 'trial', regions: ['us-east-1'], accounts: { shared: 2 }, sharedShoots: 12 }),
    pool({
      provider: 'gcp',
      regions: ['europe-west3'],
      tenants: 3,
      accounts: { claimed: 3, cleaning: 1, verifying: 1, quarantined: 1, free: 1 },
    }),
    pool({
      provider: 'gcp',
      hyperscalerType: 'gcp_cf-sa30',
      nickname: 'sa30',
      regions: ['me-central2'],
      tenants: 2,
      accounts: { claimed: 2, dirty: 1, free: 2 },
    }),
    pool({
      provider: 'azure',
      regions: ['westeurope'],
      tenants: 4,
      accounts: { claimed: 4, internal: 1, dirty: 1, free: 4 },
    }),
    pool({
      provider: 'azure',
      euAccess: true,
      nickname: 'ch20',
      regions: ['switzerlandnorth'],
      tenants: 1,
      accounts: { claimed: 1 },
    }),
    pool({ provider: 'azure', nickname: 'trial', regions: ['westeurope'], accounts: { shared: 1 }, sharedShoots: 4 }),
    pool({
      provider: 'openstack',
      hyperscalerType: 'openstack_eu-de-1',
      nickname: 'eu-de-1',
      regions: ['eu-de-1'],
      accounts: { shared: 1 },
      sharedShoots: 4,
    }),
    pool({
      provider: 'openstack',
      hyperscalerType: 'openstack_eu-de-2',
      nickname: 'eu-de-2',
      regions: ['eu-de-2'],
      accounts: { shared: 1, held: 1 },
      sharedShoots: 2,
    }),
    pool({ provider: 'alicloud', regions: ['cn-shanghai'], tenants: 1, accounts: { claimed: 1, free: 1 } }),
    pool({ provider: 'gdch', regions: ['gdch-eu-1'], accounts: { free: 1 } }),
  ],
  stories: [
    [['azure', 5]],
    // Exactly full by a limit of 20, with a second account.
    [
      ['aws', 20],
      ['aws', 7],
      ['aws/eu', 2],
    ],
    // Over that limit, with room on a second account.
    [
      ['aws', 24],
      ['aws', 3],
    ],
  ],
}
