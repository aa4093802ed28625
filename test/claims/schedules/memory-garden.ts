import { GardenError } from '#lib/garden/client/garden-error.ts'
import type { Inventory } from '#lib/garden/inventory/inventory.ts'
import { shootKey } from '#lib/garden/inventory/shoot-table.ts'
import { createInventory } from '#lib/garden/inventory/watch-inventory.ts'
import { Contact } from '#lib/garden/reflector/contact.ts'
import { applyChange, type BindingChange } from '#lib/hap/lifecycle/change.ts'
import { accountKey, type Binding, type BindingRef, bindingKey } from '#lib/hap/pools/binding.ts'
import { readLabels } from '#lib/hap/pools/labels.ts'
import type { Shoot } from '#lib/hap/pools/shoot.ts'
import type { ClaimGarden, Written } from '#lib/services/claims/claim-garden.ts'
import type { Schedule, SimulatedProcess } from './schedule.ts'

const NAMESPACE = 'garden-test'

export interface GardenFaults {
  /** Probability that a write fails in a way that cannot be predicted. */
  readonly probability: number
  /** Simulates a broken server that accepts every resourceVersion. */
  readonly ignoresVersions?: boolean
}

interface WatchOptions {
  /** Whether it has lost its watch of bindings, and knows that. */
  readonly isStale?: boolean
  /** Additional steps before it receives each change. */
  readonly lag?: number
}

/** Receives changes for the inventory of a process, in order for each kind. */
interface Watcher {
  binding(binding: Binding): void
  shoot(name: string, shoot: Shoot | null): void
}

/** An API server with genuine resourceVersions: a write lands on the version it names, or on none. */
export class MemoryGarden {
  readonly bindings = new Map<string, Binding>()
  /** By name. */
  readonly shoots = new Map<string, Shoot>()
  readonly #schedule: Schedule
  readonly #faults: GardenFaults
  readonly #watchers: Watcher[] = []
  #version = 100
  /** List responses that were outdated on arrival. */
  lateLists = 0
  /** Called before each change that lands, with the binding as it was and will be. */
  onWrite: (before: Binding, after: Binding) => void = () => {}

  constructor(schedule: Schedule, faults: GardenFaults, bindings: readonly Binding[]) {
    this.#schedule = schedule
    this.#faults = faults
    for (const binding of bindings) this.bindings.set(bindingKey(binding), binding)
  }

  get(ref: BindingRef): Binding | null {
    return this.bindings.get(bindingKey(ref)) ?? null
  }

  /** Applies a change immediately if the version is current, otherwise returns null. */
  patch(ref: BindingRef, change: BindingChange, resourceVersion: string): Binding | null {
    const before = this.get(ref)
    if (before === null) return null
    if (before.resourceVersion !== resourceVersion && !this.#faults.ignoresVersions) return null
    const after = { ...applyChange(before, change), resourceVersion: String(++this.#version) }
    this.onWrite(before, after)
    this.put(after)
    return after
  }

  /** Sets the state of a binding. */
  put(binding: Binding): void {
    this.bindings.set(bindingKey(binding), binding)
    for (const watcher of this.#watchers) watcher.binding(binding)
  }

  /** A cluster of a tenant on a binding. */
  addShoot(name: string, binding: BindingRef, tenant: string): void {
    const shoot = shootOf(name, binding, tenant)
    this.shoots.set(name, shoot)
    for (const watcher of this.#watchers) watcher.shoot(name, shoot)
  }

  removeShoot(name: string): void {
    if (this.shoots.delete(name)) for (const watcher of this.#watchers) watcher.shoot(name, null)
  }

  /** Shoots on the account of a binding, by any of its bindings. */
  shootsOn({ account }: Binding): readonly Shoot[] {
    const names = [...this.bindings.values()].filter(each => accountKey(each.account) === accountKey(account))
    return [...this.shoots.values()].filter(shoot => names.some(({ name }) => name === shoot.binding?.name))
  }

  /** The inventory of one process, which receives each change some steps later, in order for each kind. */
  watchedBy(process: SimulatedProcess, { isStale = false, lag = 0 }: WatchOptions = {}): Inventory {
    const { inventory, writer, sources } = createInventory({
      namespace: NAMESPACE,
      kinds: ['CredentialsBinding'],
      clock: () => this.#schedule.now(),
      schedule: () => {},
    })
    const staleAfterMs = isStale ? -1 : Number.POSITIVE_INFINITY
    const contact = new Contact({ clock: () => this.#schedule.now(), staleAfterMs, onChange: () => {} })
    contact.listed()
    if (isStale)
      contact.failed(
        new GardenError({ kind: 'unreachable', doing: 'watch bindings', because: 'there is no response.' }),
      )
    else contact.live()
    sources.add('CredentialsBinding', contact)
    const sink = writer.bindings('CredentialsBinding')
    const shoots = writer.shoots()
    for (const [key, binding] of this.bindings) sink.put(key, binding)
    for (const shoot of this.shoots.values()) shoots.put(shootKey(shoot), shoot)
    const inOrder = () => {
      const events: (() => void)[] = []
      const deliver = async () => {
        while (events.length > 0) {
          for (let n = 0; n < lag; n++) await this.#schedule.turn('watch lags behind', process)
          await this.#schedule.turn('watch event', process)
          events.shift()?.()
        }
      }
      return (event: () => void) => {
        events.push(event)
        if (events.length === 1) void deliver()
      }
    }
    const [ofBindings, ofShoots] = [inOrder(), inOrder()]
    this.#watchers.push({
      binding: binding => ofBindings(() => sink.put(bindingKey(binding), binding)),
      shoot: (name, shoot) =>
        ofShoots(() => {
          const key = shootKey({ namespace: NAMESPACE, name })
          if (shoot === null) shoots.remove(key)
          else shoots.put(key, shoot)
        }),
    })
    return inventory
  }

  /** The client of one process. */
  clientOf(process: SimulatedProcess): ClaimGarden {
    return {
      read: ref => this.read(`read ${ref.name}`, process, () => this.get(ref)),
      list: pool =>
        this.read('list', process, () =>
          [...this.bindings.values()].filter(
            ({ kind, labels }) => readLabels(kind, labels).hyperscalerType === pool.hyperscalerType,
          ),
        ),
      shootsOf: tenant => this.read('list shoots', process, () => this.shootsOf(tenant)),
      shoot: ({ name }) => this.read(`read shoot ${name}`, process, () => this.shoots.get(name) ?? null),
      write: (binding, change) => this.#write(process, binding, change),
    }
  }

  shootsOf(tenant: string): readonly Shoot[] {
    return [...this.shoots.values()].filter(({ globalAccount }) => globalAccount === tenant)
  }

  /** Returns the state of the server at one step to a process at a later step, when it may have changed. */
  async read<Result>(label: string, process: SimulatedProcess, look: () => Result): Promise<Result> {
    await this.#schedule.turn(label, null)
    const result = look()
    const version = this.#version
    await this.#schedule.turn(`${label} answers`, process)
    if (label === 'list' && version !== this.#version) this.lateLists++
    return result
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

function shootOf(name: string, { namespace, name: binding }: BindingRef, tenant: string): Shoot {
  return {
    namespace,
    name,
    uid: `uid-${name}`,
    binding: { kind: 'CredentialsBinding', name: binding },
    globalAccount: tenant,
    subaccount: null,
    runtimeId: null,
    provider: 'aws',
    region: 'eu-central-1',
    createdAt: '2026-05-01T00:00:00Z',
    deletedAt: null,
    hibernated: false,
    lastOperation: null,
    errorCodes: [],
  }
}
