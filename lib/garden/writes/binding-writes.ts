import type { GardenClient } from '#lib/garden/client/client.ts'
import { GardenError } from '#lib/garden/client/garden-error.ts'
import { projectOrThrow } from '#lib/garden/client/read-page.ts'
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
  /** The binding as it was read: only this version is written. */
  readonly binding: Binding
  readonly change: BindingChange
  readonly priority: Priority
  /** Cancels the write while it waits in the queue. */
  readonly signal?: AbortSignal
  /** Milliseconds of retries after the first failure; default 90 s. */
  readonly withinMs?: number
  /** Timeout of an attempt of a preview in milliseconds; default 60 s. */
  readonly attemptMs?: number
}

export interface WriteOrder extends PreviewOrder {
  /** From newWriteId(), recorded before the write. */
  readonly id: string
}

interface ReadOptions {
  /** Timeout of a single attempt in milliseconds; null for the usual retries. */
  readonly withinMs?: number | null
  /** Milliseconds of further such attempts after the first failure. */
  readonly againMs?: number
}

/**
 * Reads and writes the bindings of one Gardener project. Methods throw WriteError,
 * QueueClosedError, or the signal's reason.
 */
export interface BindingWrites {
  readonly queue: WriteQueue
  /** Reads a binding from Gardener, not from the inventory. */
  read(ref: BindingRef, options?: ReadOptions): Promise<Binding>
  /** Dry run of a change with all checks of the server. It counts for the throttle. */
  preview(order: PreviewOrder): Promise<Binding>
  /**
   * Writes a change if the binding still has its version, at most once. Returns the written
   * binding. `outcome-unknown` only when the binding itself cannot prove the outcome; any other
   * error means that nothing was written.
   */
  write(order: WriteOrder): Promise<Binding>
  /** Resolves a write without recorded outcome. */
  lookUp(trace: WriteTrace): Promise<{ readonly landing: Landing; readonly now: Binding | null }>
}

export interface BindingWritesOptions {
  readonly client: Pick<GardenClient, 'get' | 'patch'>
  readonly queue: WriteQueue
  readonly timing?: Partial<Timing>
  /** Default: no binding is in doubt. */
  readonly doubtIn?: DoubtIn
}

/** Creates the writes of a process, which share one queue. */
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

  /** The binding; null when it does not exist, undefined when it could not be read. */
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
      // Repeating a write under the same version is safe: it lands once, or never.
      for (let mayHaveLanded = false; ; ) {
        try {
          return await patch(traced, false)
        } catch (error) {
          if (!(error instanceof GardenError)) {
            if (mayHaveLanded) throw unknownOutcomeError(binding, error, null)
            throw error
          }
          // A started write is not cancelled.
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
