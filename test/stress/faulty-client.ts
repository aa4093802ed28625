import type { GardenClient, MergePatch } from '#lib/garden/client/client.ts'
import { connectionFailure, timeoutFailure } from '#lib/garden/client/failure.ts'
import type { GardenError } from '#lib/garden/client/garden-error.ts'
import { refusal } from '#lib/garden/client/refusal.ts'
import { ANNOTATIONS } from '#lib/hap/pools/annotations.ts'

/** `after-commit`: carried out, and the answer does not come in time. */
export const FAULTS = ['409', '410', '429', '500', '503', 'reset', 'after-commit'] as const

export type Fault = (typeof FAULTS)[number]

export const CALL_SITES = [
  'read a binding',
  'list a pool',
  'list shoots',
  'write a claim',
  'write a reuse',
  'write a shared use',
  'write a fence',
  'try an action',
  'mark dirty',
  'clean',
] as const

export type CallSite = (typeof CALL_SITES)[number]

interface FaultyOptions {
  readonly probability: number
  readonly random: () => number
  /** Hears of each conflict, ours or the server's. */
  conflict(): void
  hit(site: CallSite, fault: Fault): void
}

type Calls = Pick<GardenClient, 'get' | 'page' | 'patch'>

/** A client whose calls go wrong now and then, as those to a real server do. */
export function faultyClient(client: Calls, options: FaultyOptions): Calls {
  const { probability, random, conflict, hit } = options
  const counts = new Map<CallSite, number>()
  // In turn per call, so that every fault comes to every call soon; each process begins elsewhere.
  const first = Math.floor(random() * FAULTS.length)
  const chance = (site: CallSite): Fault | null => {
    // A fence is seldom written.
    if (probability === 0 || random() >= (site === 'write a fence' ? Math.min(0.8, 2 * probability) : probability))
      return null
    const count = counts.get(site) ?? 0
    counts.set(site, count + 1)
    const fault = FAULTS[(first + count) % FAULTS.length] ?? null
    if (fault !== null) hit(site, fault)
    return fault
  }
  const around = async <Result>(site: CallSite, isWrite: boolean, call: () => Promise<Result>): Promise<Result> => {
    const fault = chance(site)
    if (fault !== null && fault !== 'after-commit')
      throw errorFor(fault, { site, isWrite, retryAfter: random() < 0.25 ? '1' : '0' })
    const result = await call()
    if (fault !== null) throw timeoutFailure(site, 'the server', 1_000, isWrite)
    return result
  }
  return {
    get: (place, calling) => around('read a binding', false, () => client.get(place, calling)),
    page: (collection, calling, take) => {
      const site = collection.resource.kind === 'Shoot' ? 'list shoots' : 'list a pool'
      return around(site, false, () => client.page(collection, calling, take))
    },
    async patch(place, change, calling) {
      try {
        const site = calling.dryRun ? 'try an action' : siteOf(place.name, change)
        return await around(site, true, () => client.patch(place, change, calling))
      } catch (error) {
        if (error instanceof Error && 'kind' in error && error.kind === 'conflict') conflict()
        throw error
      }
    },
  }
}

/** Shared bindings of the stress landscape are named so. */
function siteOf(binding: string, { metadata = {} }: MergePatch): CallSite {
  const { labels = {}, annotations = {} } = metadata
  if (labels.dirty === 'true') return 'mark dirty'
  if (labels.dirty === null) return 'clean'
  if (typeof labels.tenantName === 'string') return 'write a claim'
  return typeof annotations[ANNOTATIONS.selectedBy] === 'string' ? selectionOf(binding) : 'write a fence'
}

function selectionOf(binding: string): CallSite {
  return binding.startsWith('shared') ? 'write a shared use' : 'write a reuse'
}

interface Failing {
  readonly site: CallSite
  readonly isWrite: boolean
  /** Seconds, of 429. */
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
  return refusal({ doing, permission: null }, { status, retryAfter: fault === '429' ? retryAfter : undefined, body })
}

const REASONS: Readonly<Record<string, string>> = {
  '409': 'Conflict',
  '410': 'Expired',
  '429': 'TooManyRequests',
  '500': 'InternalError',
}
