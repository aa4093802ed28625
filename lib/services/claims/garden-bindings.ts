import { isAbleToForAnyObject } from '#lib/garden/access-review.ts'
import type { Collection, GardenClient, PageOptions } from '#lib/garden/client/client.ts'
import { GardenError } from '#lib/garden/client/garden-error.ts'
import { projectOrNull, projectOrThrow } from '#lib/garden/client/read-page.ts'
import { readShoot, readShootsOf } from '#lib/garden/fresh-reads.ts'
import { Interner } from '#lib/garden/inventory/interner.ts'
import {
  type BindingProjection,
  bindingProjection,
  type DoubtIn,
  NO_DOUBT,
  withDoubt,
} from '#lib/garden/inventory/project-binding.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { bindingResource, type ObjectPlace } from '#lib/garden/resources/resource.ts'
import { patchBinding } from '#lib/garden/writes/patch-binding.ts'
import { isRepeatable } from '#lib/garden/writes/retry-write.ts'
import { isThrottled, QueueClosedError, type WriteQueue } from '#lib/garden/writes/write-queue.ts'
import { newWriteId, withTrace } from '#lib/garden/writes/write-trace.ts'
import { BINDING_KINDS, type Binding, type BindingKind, type BindingRef } from '#lib/hap/pools/binding.ts'
import { labelKey } from '#lib/hap/pools/labels.ts'
import type { Pool } from '#lib/hap/pools/pool.ts'
import type { ClaimGarden, Written } from './claim-garden.ts'

export interface GardenBindingsOptions {
  readonly client: Pick<GardenClient, 'get' | 'page' | 'patch' | 'request'>
  readonly queue: WriteQueue
  readonly namespace: string
  readonly kinds: readonly BindingKind[]
  /** Default: no binding is in doubt. */
  readonly doubtIn?: DoubtIn
}

const PAGE_SIZE = 250
const RETRY_AFTER_MS = 1_000

type Projections = Readonly<Record<BindingKind, BindingProjection>>

/** Bindings and shoots of one namespace, read and written for claims; each write is sent once. */
export function gardenBindings({
  client,
  queue,
  namespace,
  kinds,
  doubtIn = NO_DOUBT,
}: GardenBindingsOptions): ClaimGarden {
  const interner = new Interner()
  const projections = Object.fromEntries(
    BINDING_KINDS.map(kind => [kind, withDoubt(bindingProjection(kind, interner), doubtIn)]),
  ) as Projections

  const send = (binding: Binding, change: Parameters<ClaimGarden['write']>[1], withinMs: number) => {
    const end = performance.now() + withinMs
    const signal = AbortSignal.timeout(withinMs)
    return queue.run({ priority: 'claim', throttled: isThrottled(binding), signal }, () => {
      const traced = withTrace(binding, change, newWriteId())
      // A write in progress is not aborted: its outcome would be unknown. The wait in the queue counts: the lease of the claim must outlast the write.
      return patchBinding(client, binding, traced, { withinMs: Math.max(end - performance.now(), 1) })
    })
  }

  return {
    async read(ref, withinMs) {
      try {
        return projectOrThrow(projections[ref.kind], await client.get<KubeObject>(placeOf(ref), { withinMs }))
      } catch (error) {
        if (error instanceof GardenError && error.kind === 'not-found') return null
        throw error
      }
    },

    async list(pool, withinMs) {
      const lists = kinds.map(kind => {
        const collection = { resource: bindingResource(kind), namespace, labelSelector: selectorOf(kind, pool) }
        return everyPage(client, collection, projections[kind], withinMs)
      })
      const results = await Promise.allSettled(lists)
      // A kind that may not be read, or is not served, has no binding to claim; if that is every
      // kind, the claim fails.
      const isRead = results.some(({ status }) => status === 'fulfilled')
      return results.flatMap(result => {
        if (result.status === 'fulfilled') return result.value
        if (isRead && isKindUnreadable(result.reason)) return []
        throw result.reason
      })
    },

    async write(binding, change, withinMs) {
      try {
        const after = projectOrThrow(projections[binding.kind], await send(binding, change, withinMs))
        return after ? { kind: 'landed', binding: after } : { kind: 'unknown' }
      } catch (error) {
        const written = failedWrite(error)
        const isRefused = written.kind === 'refused' && (await mayWriteNone(client, error))
        return isRefused ? { ...written, everywhere: true } : written
      }
    },

    shootsOf: tenant => readShootsOf(client, namespace, tenant),

    shoot: (place, withinMs) => readShoot(client, place, { withinMs }),
  }
}

/** Whether a whole kind is closed to the console. Credentials that are refused (401) close every kind, so that the claim fails. */
function isKindUnreadable(error: unknown): boolean {
  return error instanceof GardenError && (error.kind === 'forbidden' || error.kind === 'not-served')
}

async function everyPage(
  client: GardenBindingsOptions['client'],
  collection: Collection,
  project: BindingProjection,
  withinMs: number,
): Promise<readonly Binding[]> {
  const bindings: Binding[] = []
  let options: PageOptions = { limit: PAGE_SIZE, withinMs }
  for (;;) {
    const end = await client.page<KubeObject>(collection, options, object => {
      const binding = projectOrNull(project, object)
      if (binding !== null) bindings.push(binding)
    })
    if (end.continue === null) return bindings
    options = { ...options, continue: end.continue }
  }
}

function placeOf({ kind, namespace, name }: BindingRef): ObjectPlace {
  return { resource: bindingResource(kind), namespace, name }
}

/** What the API server can tell apart of a pool; a pool's type is made of legal label values. */
function selectorOf(kind: BindingKind, { hyperscalerType, euAccess }: Pool): string {
  const eu = labelKey(kind, 'euAccess')
  return `${labelKey(kind, 'hyperscalerType')}=${hyperscalerType},${euAccess ? `${eu}=true` : `!${eu}`}`
}

/** Whether a write failed because the role of the console may not write its kind at all. Unknown counts as no. */
async function mayWriteNone(client: Pick<GardenClient, 'request'>, error: unknown): Promise<boolean> {
  if (!(error instanceof GardenError) || error.kind !== 'forbidden' || error.permission === null) return false
  return (await isAbleToForAnyObject(client, error.permission).catch(() => null)) === false
}

function failedWrite(error: unknown): Written {
  // It waited for its turn until time was over, or the process ends.
  if (error instanceof QueueClosedError || (error instanceof DOMException && error.name === 'TimeoutError'))
    return { kind: 'unsent' }
  if (!(error instanceof GardenError)) throw error
  // A missing binding is not refused for good: the next read decides.
  if (error.kind === 'not-found') return { kind: 'conflict' }
  if (error.kind === 'conflict') return { kind: 'conflict' }
  if (error.certainty === 'unknown') return { kind: 'unknown' }
  if (error.kind === 'throttled') return { kind: 'throttled', retryAfterMs: error.retryAfterMs ?? RETRY_AFTER_MS }
  return isRepeatable(error) ? { kind: 'unsent' } : { kind: 'refused', message: error.message }
}
