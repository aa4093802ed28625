import type { ClaimService } from '#lib/services/claims/claim-service.ts'
import { CALLER, FREE, SHARED } from './claim-world.ts'
import { awsRequest, trialRequest } from './schedules/test-rules.ts'

export type Accounts = Readonly<Record<string, Record<string, string>>>

/** Work of the claim service that ends somewhere on the way. */
export interface Flow {
  readonly name: string
  readonly accounts: Accounts
  /** What was done before, by a process that lives on; out: the claim it is about. */
  before?(service: ClaimService): Promise<string>
  /** A process that ended with an intent left one behind, before. */
  readonly interrupted?: true
  /** Accounts, and the cluster, that came then. */
  readonly came?: Accounts
  readonly cluster?: string
  act(service: ClaimService, id: string): Promise<unknown>
}

/** A claim of the tenant all of this is about. */
export const claim = (service: ClaimService, key: string, cluster: string | null = null) =>
  service.claim({ request: awsRequest('t-1'), cluster, ...CALLER }, key)
const share = (service: ClaimService) =>
  service.claim({ request: trialRequest('t-1'), cluster: null, ...CALLER }, 'shared')
const idOf = async (asked: ReturnType<ClaimService['claim']>) => (await asked).claim.id

/** Everything that makes the claim service write. */
export const FLOWS: readonly Flow[] = [
  {
    name: 'a claim of a free account',
    accounts: { a: FREE },
    act: service => claim(service, 'k'),
  },
  {
    name: 'a claim on the own account',
    accounts: { a: FREE, b: FREE },
    before: service => idOf(claim(service, 'first')),
    act: service => claim(service, 'k'),
  },
  {
    name: 'a claim of a shared account',
    accounts: { s: SHARED },
    act: share,
  },
  {
    name: 'a claim that waits',
    accounts: {},
    act: service => claim(service, 'k'),
  },
  {
    name: 'a turn of the queue',
    accounts: {},
    before: service => idOf(claim(service, 'k')),
    came: { a: FREE },
    act: service => service.processQueue('aws'),
  },
  {
    name: 'a claim that is refused',
    accounts: { a: FREE },
    act: service =>
      service.claim({ request: { ...awsRequest('t-1'), plan: 'no-such-plan' }, cluster: null, ...CALLER }, 'k'),
  },
  {
    name: 'a release that marks its account',
    accounts: { a: FREE },
    before: service => idOf(claim(service, 'k')),
    act: (service, id) => service.release(id, CALLER),
  },
  {
    name: 'a release of a shared account',
    accounts: { s: SHARED },
    before: service => idOf(share(service)),
    act: (service, id) => service.release(id, CALLER),
  },
  {
    name: 'a release of a claim that waits',
    accounts: {},
    before: service => idOf(claim(service, 'k')),
    act: (service, id) => service.release(id, CALLER),
  },
  {
    name: 'a sweep that finds an intent',
    accounts: { a: FREE },
    interrupted: true,
    act: service => service.sweep(),
  },
  {
    name: 'the naming of a cluster',
    accounts: { a: FREE },
    before: service => idOf(claim(service, 'k')),
    act: (service, id) => service.setCluster(id, 'c-1', CALLER),
  },
  {
    name: 'a sweep that finds a cluster',
    accounts: { a: FREE },
    before: service => idOf(claim(service, 'k', 'c-2')),
    cluster: 'c-2',
    act: service => service.sweep(),
  },
]
