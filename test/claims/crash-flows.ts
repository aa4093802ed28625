import type { CrashPoint } from '#lib/services/claims/claim-context.ts'
import type { ClaimService } from '#lib/services/claims/claim-service.ts'
import { CALLER, FREE, SHARED } from './claim-world.ts'
import { awsRequest, trialRequest } from './schedules/test-rules.ts'

export type Accounts = Readonly<Record<string, Record<string, string>>>

/** Work of the claim service that ends somewhere on the way. */
export interface Flow {
  readonly name: string
  readonly accounts: Accounts
  /** Names of the bindings of an account; without, it has one of its own name. */
  readonly bindings?: Readonly<Record<string, readonly string[]>>
  /** What was done before, by a process that lives on; out: the claim it is about. */
  before?(service: ClaimService): Promise<string>
  /** What a process began then, and the point at which it ended. */
  readonly interrupted?: {
    readonly at: CrashPoint
    begin(service: ClaimService, id: string): Promise<unknown>
  }
  /** Accounts, and the cluster, that came then. */
  readonly came?: Accounts
  readonly cluster?: string
  /** The binding that a person puts on hold then. */
  readonly held?: string
  /** A binding that somebody gives back to its tenant then, whose write is still on its way. */
  readonly returning?: string
  act(service: ClaimService, id: string): Promise<unknown>
}

/** A claim of the tenant all of this is about. */
const claim = (service: ClaimService, key: string, cluster: string | null = null) =>
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
    name: 'a sweep that finds what was written on hold, before anybody was told',
    accounts: { a: FREE },
    interrupted: { at: 'after-write', begin: service => claim(service, 'k') },
    held: 'a',
    act: service => service.sweep(),
  },
  {
    name: 'a sweep that finds what was given back',
    accounts: { a: FREE },
    before: service => idOf(claim(service, 'k')),
    interrupted: { at: 'after-give-back', begin: (service, id) => service.release(id, CALLER) },
    act: service => service.sweep(),
  },
  {
    name: 'a sweep that finds that a shared account was given back',
    accounts: { s: SHARED },
    before: service => idOf(share(service)),
    interrupted: { at: 'after-give-back', begin: (service, id) => service.release(id, CALLER) },
    act: service => service.sweep(),
  },
  {
    name: 'a claim that comes again after its process ended',
    accounts: { a: FREE },
    interrupted: { at: 'after-intent', begin: service => claim(service, 'k') },
    act: service => claim(service, 'k'),
  },
  {
    name: 'a claim of a tenant whose account is on its way back',
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
