import type { GardenClient, MergePatch } from '#lib/garden/client/client.ts'
import { connectionFailure, type GardenError, timeoutFailure } from '#lib/garden/client/garden-error.ts'
import { refusalError } from '#lib/garden/client/refusal.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { ANNOTATIONS } from '#lib/hap/pools/binding.ts'

/** `after-commit`: the server executes the call, and its response is late. */
export const FAULTS = ['409', '410', '429', '500', '503', '504', 'reset', 'after-commit'] as const

export type Fault = (typeof FAULTS)[number]

export const CALL_SITES = [
  'read a binding',
  'read a shoot',
  'list a pool',
  'list shoots',
  'write a claim',
  'write a reuse',
  'write a shared use',
  'write a fence',
  'take a claim back',
  'mark dirty by a release',
  'try an action',
  'mark dirty by hand',
  'clean by hand',
  'follow: list',
  'follow: watch',
] as const

export type CallSite = (typeof CALL_SITES)[number]

/** Happens only after a process was killed at the right moment. */
const SELDOM: ReadonlySet<CallSite> = new Set(['write a fence', 'take a claim back'])

interface FaultyOptions {
  readonly probability: number
  readonly random: () => number
  /** Called for each conflict, injected or real. */
  conflict(): void
  hit(site: CallSite, fault: Fault): void
}

type Calls = Pick<GardenClient, 'get' | 'page' | 'patch'>

/**
 * Faults of one process: each kind in turn per call site, so that every kind soon hits every call; each process starts
 * with another one.
 */
export class Faults {
  readonly #options: FaultyOptions
  readonly #counts = new Map<CallSite, number>()
  readonly #first: number

  constructor(options: FaultyOptions) {
    this.#options = options
    this.#first = Math.floor(options.random() * FAULTS.length)
  }

  /** Executes a call, fails like a server does, or both. */
  async around<Result>(site: CallSite, isWrite: boolean, call: () => Promise<Result>): Promise<Result> {
    const fault = this.#next(site, 1)
    if (fault !== null && fault !== 'after-commit') throw this.#errorFor(fault, site, isWrite)
    const result = await call()
    if (fault !== null) throw timeoutFailure(site, 'the server', 1_000, isWrite)
    return result
  }

  /** Sometimes fails during a long call, with this share of the usual probability. */
  during(site: CallSite, share: number): void {
    const fault = this.#next(site, share)
    if (fault === 'after-commit') throw timeoutFailure(site, 'the server', 1_000, false)
    if (fault !== null) throw this.#errorFor(fault, site, false)
  }

  conflict(): void {
    this.#options.conflict()
  }

  #next(site: CallSite, share: number): Fault | null {
    const { probability, random, hit } = this.#options
    const chance = SELDOM.has(site) ? Math.min(0.8, 2 * probability) : share * probability
    if (probability === 0 || random() >= chance) return null
    const count = this.#counts.get(site) ?? 0
    this.#counts.set(site, count + 1)
    const fault = FAULTS[(this.#first + count) % FAULTS.length] ?? null
    if (fault !== null) hit(site, fault)
    return fault
  }

  #errorFor(fault: Exclude<Fault, 'after-commit'>, site: CallSite, isWrite: boolean): GardenError {
    return errorFor(fault, { site, isWrite, retryAfter: this.#options.random() < 0.25 ? '1' : '0' })
  }
}

/** A client with faults like those of a real server; `caller` is the part that uses it. */
export function faultyClient(client: Calls, faults: Faults, caller: 'claims' | 'actions'): Calls {
  return {
    get: (place, calling) => {
      const site = place.resource.kind === 'Shoot' ? 'read a shoot' : 'read a binding'
      return faults.around(site, false, () => client.get(place, calling))
    },
    page: (collection, calling, take) => {
      const site = collection.resource.kind === 'Shoot' ? 'list shoots' : 'list a pool'
      return faults.around(site, false, () => client.page(collection, calling, take))
    },
    async patch(place, change, calling) {
      try {
        const site =
          caller === 'claims' ? selectionSite(place.name, change) : actionSite(change, calling.dryRun === true)
        return await faults.around(site, true, () => client.patch(place, change, calling))
      } catch (error) {
        if (error instanceof Error && 'kind' in error && error.kind === 'conflict') faults.conflict()
        throw error
      }
    },
  }
}

/** Relative probability of a fault at an event, as watches have more events than calls. */
const PER_EVENT = 0.1

/** A client with faults for the inventory: failing lists, and watches that do not open or break. */
export function faultyFollower(client: GardenClient, faults: Faults): GardenClient {
  return {
    ...client,
    page: (collection, calling, take) =>
      faults.around('follow: list', false, () => client.page(collection, calling, take)),
    async watch<T extends KubeObject>(...[collection, calling]: Parameters<GardenClient['watch']>) {
      const events = await faults.around('follow: watch', false, () => client.watch<T>(collection, calling))
      return broken(events, faults)
    },
  }
}

async function* broken<Event>(events: AsyncGenerator<Event>, faults: Faults): AsyncGenerator<Event> {
  for await (const event of events) {
    yield event
    faults.during('follow: watch', PER_EVENT)
  }
}

/** Shared bindings of the stress landscape have this prefix. */
function selectionSite(binding: string, { metadata = {} }: MergePatch): CallSite {
  const { labels = {}, annotations = {} } = metadata
  if (labels.dirty === 'true') return 'mark dirty by a release'
  if (labels.tenantName === null) return 'take a claim back'
  if (typeof labels.tenantName === 'string') return 'write a claim'
  if (typeof annotations[ANNOTATIONS.selectedBy] !== 'string') return 'write a fence'
  return binding.startsWith('shared') ? 'write a shared use' : 'write a reuse'
}

function actionSite({ metadata = {} }: MergePatch, isTried: boolean): CallSite {
  if (isTried) return 'try an action'
  return metadata.labels?.dirty === 'true' ? 'mark dirty by hand' : 'clean by hand'
}

interface Failing {
  readonly site: CallSite
  readonly isWrite: boolean
  /** Seconds, for 429. */
  readonly retryAfter: string
}

function errorFor(fault: Exclude<Fault, 'after-commit'>, { site: doing, isWrite, retryAfter }: Failing): GardenError {
  if (fault === 'reset')
    return connectionFailure(doing, 'the server', Object.assign(new Error('reset'), { code: 'ECONNRESET' }), isWrite)
  const status = Number(fault)
  const body =
    fault === '503'
      ? 'the server is currently unable to handle the request'
      : JSON.stringify({ kind: 'Status', reason: REASONS[fault], code: status })
  return refusalError(
    { doing, method: isWrite ? 'PATCH' : 'GET', permission: null },
    { status, retryAfter: fault === '429' ? retryAfter : undefined, body },
  )
}

const REASONS: Readonly<Record<string, string>> = {
  '409': 'Conflict',
  '410': 'Expired',
  '429': 'TooManyRequests',
  '500': 'InternalError',
  '504': 'Timeout',
}
