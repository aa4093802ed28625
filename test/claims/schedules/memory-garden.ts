import { createInventory } from '#lib/garden/inventory/create-inventory.ts'
import type { Inventory } from '#lib/garden/inventory/inventory.ts'
import { applyChange, type BindingChange } from '#lib/hap/lifecycle/change.ts'
import { type Binding, type BindingRef, bindingKey } from '#lib/hap/pools/binding.ts'
import { readLabels } from '#lib/hap/pools/labels.ts'
import type { ClaimGarden, Written } from '#lib/services/claims/claim-garden.ts'
import type { Schedule, SimulatedProcess } from './schedule.ts'

/** How probable it is that a write goes wrong in one of the ways nobody can foresee. */
export interface WriteFaults {
  readonly probability: number
}

type Listener = (binding: Binding) => void

/** An API server with genuine resourceVersions: a write lands on the version it names, or on none. */
export class MemoryGarden {
  readonly bindings = new Map<string, Binding>()
  readonly #schedule: Schedule
  readonly #faults: WriteFaults
  readonly #listeners: Listener[] = []
  #version = 100
  /** Called before each change that lands, with the binding as it was and will be. */
  onWrite: (before: Binding, after: Binding) => void = () => {}

  constructor(schedule: Schedule, faults: WriteFaults, bindings: readonly Binding[]) {
    this.#schedule = schedule
    this.#faults = faults
    for (const binding of bindings) this.bindings.set(bindingKey(binding), binding)
  }

  get(ref: BindingRef): Binding | null {
    return this.bindings.get(bindingKey(ref)) ?? null
  }

  /** Applies a change at once if the version is still that; null when it is not. */
  patch(ref: BindingRef, change: BindingChange, resourceVersion: string): Binding | null {
    const before = this.get(ref)
    if (before?.resourceVersion !== resourceVersion) return null
    const after = { ...applyChange(before, change), resourceVersion: String(++this.#version) }
    this.onWrite(before, after)
    this.put(after)
    return after
  }

  /** A binding as it is from now on. */
  put(binding: Binding): void {
    this.bindings.set(bindingKey(binding), binding)
    for (const listener of this.#listeners) listener(binding)
  }

  /** An inventory of one process: it hears of each change some steps later, in order. */
  watchedBy(process: SimulatedProcess): Inventory {
    const { inventory, writer } = createInventory({
      namespace: 'garden-test',
      kinds: ['CredentialsBinding'],
      clock: () => this.#schedule.now(),
      schedule: () => {},
    })
    const sink = writer.bindings('CredentialsBinding')
    for (const [key, binding] of this.bindings) sink.put(key, binding)
    const events: Binding[] = []
    const deliver = async () => {
      while (events.length > 0) {
        await this.#schedule.turn('watch event', process)
        const [next] = events.splice(0, 1)
        if (next) sink.put(bindingKey(next), next)
      }
    }
    this.#listeners.push(binding => {
      events.push(binding)
      if (events.length === 1) void deliver()
    })
    return inventory
  }

  /** The way of one process to the server. */
  clientOf(process: SimulatedProcess): ClaimGarden {
    const read = async <Result>(label: string, look: () => Result): Promise<Result> => {
      await this.#schedule.turn(label, null)
      const result = look()
      await this.#schedule.turn(`${label} answers`, process)
      return result
    }
    return {
      read: ref => read(`read ${ref.name}`, () => this.get(ref)),
      list: pool =>
        read('list', () =>
          [...this.bindings.values()].filter(
            ({ kind, labels }) => readLabels(kind, labels).hyperscalerType === pool.hyperscalerType,
          ),
        ),
      shootsOf: () => read('list shoots', () => []),
      write: (binding, change) => this.#write(process, binding, change),
    }
  }

  async #write(process: SimulatedProcess, binding: Binding, change: BindingChange): Promise<Written> {
    const land = () => this.patch(binding, change, binding.resourceVersion)
    const label = `write ${binding.name} ${JSON.stringify(change.labels)}`
    const mishap = this.#schedule.isChance(this.#faults.probability)
      ? this.#schedule.pick(['reset', 'lost', 'late', 'unsent', 'throttled'] as const)
      : null
    if (mishap === 'unsent' || mishap === 'throttled') {
      await this.#schedule.turn(`${label}: ${mishap}`, process)
      return mishap === 'unsent' ? { kind: 'unsent' } : { kind: 'throttled', retryAfterMs: 500 }
    }
    if (mishap === 'late') {
      void this.#schedule.turn(`${label}, late`, null).then(land)
      await this.#schedule.turn(`${label}: no answer`, process)
      return { kind: 'unknown' }
    }
    await this.#schedule.turn(label, null)
    const after = mishap === 'reset' ? null : land()
    await this.#schedule.turn(`${label} ${after ? 'landed' : 'did not land'}`, process)
    if (mishap !== null) return { kind: 'unknown' }
    return after ? { kind: 'landed', binding: after } : { kind: 'conflict' }
  }
}
