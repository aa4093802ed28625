import { type Plan, type Plans, planTable } from './plan.ts'

/** The table of seed 001; trial also runs on gcp there, by its initial configuration. */
const FIRST_PLANS: readonly Plan[] = [
  { name: 'aws', providers: ['aws'] },
  { name: 'azure', providers: ['azure'] },
  { name: 'azure_lite', providers: ['azure'] },
  { name: 'free', providers: ['aws', 'azure'] },
  { name: 'gcp', providers: ['gcp'] },
  { name: 'preview', providers: ['aws'] },
  { name: 'sap-converged-cloud', providers: ['openstack'] },
  { name: 'trial', providers: ['aws', 'azure', 'gcp'] },
]

const LATER_PLANS: readonly Plan[] = [
  { name: 'alicloud', providers: ['alicloud'] },
  { name: 'build-runtime-alicloud', providers: ['alicloud'] },
  { name: 'build-runtime-aws', providers: ['aws'] },
  { name: 'build-runtime-azure', providers: ['azure'] },
  { name: 'build-runtime-gcp', providers: ['gcp'] },
  { name: 'gdch', providers: ['gdch'] },
]

/** Seed 001's plans, all of them required, and those KEB added later. */
export const DEFAULT_PLANS: Plans = planTable(
  [...FIRST_PLANS, ...LATER_PLANS],
  FIRST_PLANS.map(plan => plan.name),
)
