import { createInventory } from '#lib/garden/inventory/watch-inventory.ts'
import { applyChange, type BindingChange, epochOf } from '#lib/hap/lifecycle/change.ts'
import { accountKey, type Binding, bindingKey } from '#lib/hap/pools/binding.ts'
import type { Shoot } from '#lib/hap/pools/shoot.ts'
import type { Ruleset } from '#lib/hap/rules/ruleset.ts'
import type { CrashPoint } from '#lib/services/claims/claim-context.ts'
import { ClaimError } from '#lib/services/claims/claim-errors.ts'
import type { ClaimGarden, Written } from '#lib/services/claims/claim-garden.ts'
import { createClaimService } from '#lib/services/claims/claim-service.ts'
import { OutOfTimeError } from '#lib/services/claims/deadline.ts'
import type { ClaimRecord } from '#lib/store/claims/claim-record.ts'
import { bindingOf } from '../engine/bindings.ts'
import { shootOf } from '../engine/shoots.ts'
import { MemoryDatabase, slotName } from './memory-database.ts'
import { memoryLedger } from './memory-ledger.ts'
import { awsRequest, testRules } from './schedules/test-rules.ts'

export const OLGA = { actor: { name: 'olga', role: 'operator' }, requestId: null }

const OPEN: ReadonlySet<string> = new Set(['intent', 'reserved', 'active'])

/** Hooks between two steps of the service. */
interface Hooks {
  /** Called before the response of a list is returned. */
  listed?: (() => void) | undefined
  /** Called when shoots were listed. */
  shootsListed?: (() => void) | undefined
  reached?: ((point: CrashPoint) => void) | undefined
  /**
   * Replaces a write, which `land` performs unless the binding has changed; null: the write is performed immediately.
   */
  write?: ((read: Binding, land: () => void) => Written | Promise<Written> | null) | undefined
}

export interface MemoryWorldOptions {
  readonly allowed?: readonly string[]
  readonly limit?: number
  /** Replaces the initial rules. */
  readonly ruleset?: Ruleset
  /** Aborted once the process is ending. */
  readonly ending?: AbortSignal
}

/**
 * One claim service on a garden and a ledger in memory, whose clock only `pass` advances, for one exact order of steps.
 * The watch delivers everything immediately unless a test says otherwise.
 */
export function memoryWorld({ allowed = [], limit, ruleset, ending }: MemoryWorldOptions = {}) {
  let now = Date.UTC(2026, 0, 1)
  let version = 100
  let begun = 0
  const hooks: Hooks = {}
  const bindings = new Map<string, Binding>()
  const shoots: Shoot[] = []
  const unwritable = new Set<string>()
  const database = new MemoryDatabase()
  const { inventory, writer } = createInventory({
    namespace: 'garden-test',
    kinds: ['CredentialsBinding'],
    clock: () => now,
    schedule: () => {},
  })
  const watch = writer.bindings('CredentialsBinding')

  const binding = (name: string): Binding => {
    const found = bindings.get(keyOf(name))
    if (!found) throw new Error(`${name} is not there`)
    return found
  }
  const put = (changed: Binding): Binding => {
    const after = { ...changed, resourceVersion: String(++version) }
    bindings.set(bindingKey(after), after)
    watch.put(bindingKey(after), after)
    return after
  }
  /** Writes like another client. */
  const edit = (
    name: string,
    change: Partial<BindingChange> | ((now: Binding, at: number) => BindingChange),
  ): Binding => {
    const before = binding(name)
    const full = typeof change === 'function' ? change(before, now) : { labels: {}, annotations: {}, ...change }
    return put(applyChange(before, full))
  }
  const garden: ClaimGarden = {
    read: async ref => bindings.get(bindingKey(ref)) ?? null,
    list: async () => {
      const found = [...bindings.values()]
      hooks.listed?.()
      return found
    },
    shootsOf: async tenant => {
      hooks.shootsListed?.()
      return shoots.filter(({ globalAccount }) => globalAccount === tenant)
    },
    shoot: async ({ name }) => shoots.find(each => each.name === name) ?? null,
    write: async (read, change) => {
      if (unwritable.has(read.name)) return { kind: 'refused', message: 'Gardener refused the change.' }
      const land = (): Written => {
        const before = bindings.get(bindingKey(read))
        if (before?.resourceVersion !== read.resourceVersion) return { kind: 'conflict' }
        return { kind: 'landed', binding: put(applyChange(before, change)) }
      }
      return hooks.write?.(read, () => void land()) ?? land()
    },
  }
  /** Copies the open claims of the database to the inventory. */
  const mirror = () =>
    writer.claims(
      [...database.claims.values()].map(({ id, status, cluster, tenant, account }) => [
        id,
        OPEN.has(status) && account !== null ? { id, cluster, tenant, account } : null,
      ]),
    )
  const service = createClaimService({
    ledger: memoryLedger(database, { now: () => now, turn: () => Promise.resolve() }),
    garden,
    inventory,
    audit: {
      recordIntent: async () => BigInt(++begun),
      recordOutcome: () => {},
      recordActivation: async (_, act) => void (await act(1n)),
      refused: async () => {},
    },
    rules: () => testRules([...allowed], limit === undefined ? null : { default: limit, providers: {} }, ruleset),
    clock: {
      now: () => now,
      sleep: async ms => {
        now += ms
      },
      random: () => 0.5,
    },
    holder: 'p1',
    ...(ending && { ending }),
    // Callers receive the errors about unavailable accounts themselves.
    failed: error => {
      if (!(error instanceof OutOfTimeError || error instanceof ClaimError)) throw error
    },
    reached: async point => hooks.reached?.(point),
  })

  return {
    hooks,
    inventory,
    service,
    unwritable,
    now: () => now,
    binding,
    edit,
    add: (name: string, labels: Readonly<Record<string, string>> = {}, more: Partial<Binding> = {}) =>
      put(bindingOf(name, { hyperscalerType: 'aws', ...labels }, more)),
    /** Deletes a binding. */
    drop: (name: string) => {
      bindings.delete(keyOf(name))
      watch.remove(keyOf(name))
    },
    /** Adds a shoot on a binding, visible to all. */
    shoot: (name: string, on: string, globalAccount: string, runtimeId: string | null = null) => {
      const shoot = shootOf(name, { binding: { kind: 'CredentialsBinding', name: on }, globalAccount, runtimeId })
      shoots.push(shoot)
      writer.shoots().put(`garden-test/${name}`, shoot)
    },
    /** Makes Gardener refuse writes of the account of a binding, or of none for null. */
    refuse(name: string | null) {
      const of = name === null ? [] : [{ account: accountKey(binding(name).account), binding: null }]
      writer.conditions(of.map(each => ({ ...each, cause: 'credentials-missing', since: now, checkedAt: now })))
    },
    claim: async (tenant: string, key = tenant, cluster: string | null = null): Promise<ClaimRecord> => {
      const { claim } = await service.claim({ ...OLGA, request: awsRequest(tenant), cluster }, key)
      mirror()
      return claim
    },
    /** The current row of a claim. */
    row: ({ id }: Pick<ClaimRecord, 'id'>) => {
      const row = database.claims.get(id)
      if (!row) throw new Error('there is no such claim')
      return row
    },
    /** Names of the bindings labelled with a tenant. */
    owned: (tenant: string) =>
      [...bindings.values()].filter(({ labels }) => labels.tenantName === tenant).map(({ name }) => name),
    /**
     * Records the return of a binding to a global account like an action before its write, and returns a function that
     * lands the write.
     */
    recordReturn: (name: string, tenant: string, change: (now: Binding, at: number) => BindingChange) => {
      const before = binding(name)
      const after = applyChange(before, change(before, now))
      const slot = slotName({ tenant, hyperscalerType: 'aws', euAccess: false })
      database.returned.push({
        slot,
        binding: before,
        account: accountKey(before.account),
        epoch: epochOf(after),
        at: now,
      })
      return () => {
        if (binding(name).resourceVersion === before.resourceVersion) put(after)
      }
    },
    /** Number of intents recorded so far. */
    intents: () => begun,
    /** Sweeps this many times while the clock advances. */
    pass: async (sweeps: number) => {
      for (let sweep = 0; sweep < sweeps; sweep++) {
        now += 10_000
        await service.sweep()
        mirror()
      }
    },
  }
}

function keyOf(name: string): string {
  return bindingKey({ kind: 'CredentialsBinding', namespace: 'garden-test', name })
}
