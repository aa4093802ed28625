import type { GardenClient } from '#lib/garden/client/client.ts'
import { GardenError } from '#lib/garden/client/garden-error.ts'
import { projectOrThrow } from '#lib/garden/client/read-object.ts'
import { Interner } from '#lib/garden/inventory/interner.ts'
import { bindingProjection, type DoubtIn, NO_DOUBT, withDoubt } from '#lib/garden/inventory/project-binding.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { bindingResource, type ObjectPlace } from '#lib/garden/resources/resource.ts'
import type { BindingChange } from '#lib/hap/lifecycle/change.ts'
import type { Binding, BindingRef } from '#lib/hap/pools/binding.ts'
import { patchBinding } from './patch-binding.ts'
import { isRepeatable, RetryBudget, retryWithin, SYSTEM_TIMING, type Timing } from './retry-write.ts'
import { conflictError, explainError, missingError, terminatingError, unknownOutcomeError } from './write-error.ts'
import { isThrottled, type Priority, type WriteQueue } from './write-queue.ts'
import { type Landing, landingOf, traceOf, type WriteTrace, withTrace } from './write-trace.ts'

interface PreviewOrder {
  /** As it was read: only this version of it is written. */
  readonly binding: Binding
  readonly change: BindingChange
  readonly priority: Priority
  /** Gives up while the write waits for its turn. */
  readonly signal?: AbortSignal
  /** Milliseconds after its first failure in which it is tried again; default 90 s. */
  readonly withinMs?: number
  /** Milliseconds one try of a preview may take; default 60 s. */
  readonly attemptMs?: number
}

export interface WriteOrder extends PreviewOrder {
  /** By newWriteId(), recorded before the write. */
  readonly id: string
}

interface ReadOptions {
  /** Milliseconds for one try, instead of tries for as long as they may help; null as usual. */
  readonly withinMs?: number | null
  /** With it that many milliseconds after the first failure are for more such tries. */
  readonly againMs?: number
}

/** The write path to the bindings of one Gardener project. Methods throw WriteError, QueueClosedError, or the signal's reason. */
export interface BindingWrites {
  readonly queue: WriteQueue
  /** The binding as it is now, not as the inventory has it. */
  read(ref: BindingRef, options?: ReadOptions): Promise<Binding>
  /** What the server makes of a change, with every check it has; nothing is written. It counts for the throttle all the same. */
  preview(order: PreviewOrder): Promise<Binding>
  /**
   * Writes a change if the binding is still at its version, at most once whatever happens on the way. Out: the binding afterwards.
   * `outcome-unknown` only when the binding itself cannot tell; every other error means that nothing was written.
   */
  write(order: WriteOrder): Promise<Binding>
  /** What has become of a write whose outcome nobody recorded. */
  lookUp(trace: WriteTrace): Promise<{ readonly landing: Landing; readonly now: Binding | null }>
}

export interface BindingWritesOptions {
  readonly client: Pick<GardenClient, 'get' | 'patch'>
  readonly queue: WriteQueue
  readonly timing?: Partial<Timing>
  /** Default: no binding is in doubt. */
  readonly doubtIn?: DoubtIn
}

/** The writes of a process; all of it shares one queue. */
export function createBindingWrites({
  client,
  queue,
  timing: given,
  doubtIn = NO_DOUBT,
}: BindingWritesOptions): BindingWrites {
  const timing: Timing = { ...SYSTEM_TIMING, ...given }
  const interner = new Interner()

  const project = (ref: BindingRef, object: KubeObject): Binding => {
    const binding = projectOrThrow(withDoubt(bindingProjection(ref.kind, interner), doubtIn), object)
    if (binding?.name === ref.name) return binding
    throw new GardenError({ kind: 'unexpected', doing: `read ${ref.name}`, because: 'the answer is not that object.' })
  }

  const get = async (ref: BindingRef, withinMs = timing.attemptMs) =>
    project(ref, await client.get<KubeObject>(placeOf(ref), { withinMs }))

  const patch = ({ binding, change, priority, signal, attemptMs }: PreviewOrder, dryRun: boolean) =>
    queue.run({ priority, throttled: isThrottled(binding), signal }, async () => {
      const options = { dryRun, withinMs: attemptMs ?? timing.attemptMs }
      return project(binding, await patchBinding(client, binding, change, options))
    })

  /** The binding, null when there is none; undefined when that could not be found out. */
  const look = async (ref: BindingRef, patience: RetryBudget): Promise<Binding | null | undefined> => {
    try {
      return await retryWithin(patience, () => get(ref))
    } catch (error) {
      if (!(error instanceof GardenError)) throw error
      return error.kind === 'not-found' ? null : undefined
    }
  }

  const settle = async (order: WriteOrder, patience: RetryBudget, cause: GardenError): Promise<Binding | null> => {
    const { binding, id } = order
    const now = await look(binding, patience)
    if (now === undefined) throw unknownOutcomeError(binding, cause, null)
    switch (landingOf(traceOf(binding, id), now)) {
      case 'landed':
        return now
      case 'pending':
        return null
      case 'not-landed':
        throw conflictError(binding, 'write', now)
      case 'gone':
        throw missingError(binding, 'write')
      case 'unknown':
        throw unknownOutcomeError(binding, cause, now)
    }
  }

  const writes: BindingWrites = {
    queue,

    async read(ref, { withinMs = null, againMs } = {}) {
      try {
        if (withinMs !== null && againMs === undefined) return await get(ref, withinMs)
        return await retryWithin(new RetryBudget(timing, againMs), () => get(ref, withinMs ?? timing.attemptMs))
      } catch (error) {
        throw error instanceof GardenError ? explainError(error, 'read', ref) : error
      }
    },

    async preview(order) {
      const { binding } = order
      if (binding.deletedAt !== null) throw terminatingError(binding, 'preview', binding)
      const patience = new RetryBudget(timing, order.withinMs)
      try {
        return await retryWithin(patience, () => patch(order, true))
      } catch (error) {
        if (!(error instanceof GardenError)) throw error
        if (error.kind !== 'conflict') throw explainError(error, 'preview', binding)
        throw conflictError(binding, 'preview', (await look(binding, patience)) ?? null)
      }
    },

    async write(order) {
      const { binding } = order
      if (binding.deletedAt !== null) throw terminatingError(binding, 'write', binding)
      let traced: PreviewOrder = { ...order, change: withTrace(binding, order.change, order.id) }
      const patience = new RetryBudget(timing, order.withinMs)
      // The same write under the same version can be sent again: it lands once, or never.
      for (let mayHaveLanded = false; ; ) {
        try {
          return await patch(traced, false)
        } catch (error) {
          if (!(error instanceof GardenError)) {
            if (mayHaveLanded) throw unknownOutcomeError(binding, error, null)
            throw error
          }
          // What has begun is seen through.
          const { signal: _begun, ...rest } = traced
          traced = rest
          mayHaveLanded ||= error.certainty === 'unknown'
          if (mayHaveLanded) {
            const landed = await settle(order, patience, error)
            if (landed) return landed
          } else if (error.kind === 'conflict') {
            throw conflictError(binding, 'write', (await look(binding, patience)) ?? null)
          } else if (!isRepeatable(error)) throw explainError(error, 'write', binding)
          if (await patience.another(error.retryAfterMs ?? 0)) continue
          throw mayHaveLanded ? unknownOutcomeError(binding, error, null) : explainError(error, 'write', binding)
        }
      }
    },

    async lookUp(trace) {
      const now = await look(trace.binding, new RetryBudget(timing))
      if (now === undefined) return { landing: 'unknown', now: null }
      return { landing: landingOf(trace, now), now }
    },
  }
  return writes
}

function placeOf({ kind, namespace, name }: BindingRef): ObjectPlace {
  return { resource: bindingResource(kind), namespace, name }
}
