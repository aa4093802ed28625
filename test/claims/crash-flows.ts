import type { CrashPoint } from '#lib/services/claims/claim-context.ts'
import type { ClaimService } from '#lib/services/claims/claim-service.ts'
import { CALLER, FREE, SHARED } from './claim-world.ts'
import { awsRequest, trialRequest } from './schedules/test-rules.ts'

export type Accounts = Readonly<Record<string, Record<string, string>>>

/** Work of the claim service that is interrupted. */
export interface Flow {
  readonly name: string
  readonly accounts: Accounts
  /** Names of the bindings of an account; default: one with the name of the account. */
  readonly bindings?: Readonly<Record<string, readonly string[]>>
  /** Prepares the flow in a process without a crash, and returns the id of its claim. */
  before?(service: ClaimService): Promise<string>
  /** The call of a process that ended at a crash point. */
  readonly interrupted?: {
    readonly at: CrashPoint
    begin(service: ClaimService, id: string): Promise<unknown>
  }
  /** Accounts and the cluster that are created then. */
  readonly came?: Accounts
  readonly cluster?: string
  /** The binding that a person then puts on hold. */
  readonly held?: string
  /** A binding that an action then returns to its tenant, whose write is still in flight. */
  readonly returning?: string
  act(service: ClaimService, id: string): Promise<unknown>
}

/** A claim of the tenant of all flows. */
const claim = (service: ClaimService, key: string, cluster: string | null = null) =>
  service.claim({ request: awsRequest('t-1'), cluster, ...CALLER }, key)
const share = (service: ClaimService) =>
  service.claim({ request: trialRequest('t-1'), cluster: null, ...CALLER }, 'shared')
const idOf = async (asked: ReturnType<ClaimService['claim']>) => (await asked).claim.id

/** All work of the claim service that writes. */
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
    name: 'a release that marks both bindings of its account',
    accounts: { twin: FREE },
    bindings: { twin: ['twin-1', 'twin-2'] },
    before: service => idOf(claim(service, 'k')),
    act: (service, id) => service.release(id, CALLER),
  },
  {
    name: 'a sweep that finds one binding of two marked',
    accounts: { twin: FREE },
    bindings: { twin: ['twin-1', 'twin-2'] },
    before: service => idOf(claim(service, 'k')),
    interrupted: { at: 'after-dirty-write', begin: (service, id) => service.release(id, CALLER) },
    act: service => service.sweep(),
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
    interrupted: { at: 'after-intent', begin: service => claim(service, 'k') },
    act: service => service.sweep(),
  },
  {
    name: 'a sweep that finds an intent on the own account',
    accounts: { a: FREE, b: FREE },
    before: service => idOf(claim(service, 'first')),
    interrupted: { at: 'after-intent', begin: service => claim(service, 'k') },
    act: service => service.sweep(),
  },
  {
    name: 'a sweep that finds an intent on a shared account',
    accounts: { s: SHARED },
    interrupted: { at: 'after-intent', begin: share },
    act: service => service.sweep(),
  },
  {
    name: 'a sweep that finds an unacknowledged selection on hold',
    accounts: { a: FREE },
    interrupted: { at: 'after-write', begin: service => claim(service, 'k') },
    held: 'a',
    act: service => service.sweep(),
  },
  {
    name: 'a sweep that finds a begun release',
    accounts: { a: FREE },
    before: service => idOf(claim(service, 'k')),
    interrupted: { at: 'after-give-back', begin: (service, id) => service.release(id, CALLER) },
    act: service => service.sweep(),
  },
  {
    name: 'a sweep that finds a begun release of a shared account',
    accounts: { s: SHARED },
    before: service => idOf(share(service)),
    interrupted: { at: 'after-give-back', begin: (service, id) => service.release(id, CALLER) },
    act: service => service.sweep(),
  },
  {
    name: 'a claim that is retried after its process ended',
    accounts: { a: FREE },
    interrupted: { at: 'after-intent', begin: service => claim(service, 'k') },
    act: service => claim(service, 'k'),
  },
  {
    name: 'a claim of a tenant whose account is being returned',
    accounts: { a: FREE, own: { ...FREE, tenantName: 't-1', dirty: 'true' } },
    returning: 'own',
    act: service => claim(service, 'k'),
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
