import { LANDSCAPE_NAMESPACE } from '#embedded-garden/landscape/landscape.ts'
import type { User } from '#lib/auth/session.ts'
import { ConsistentShoots } from '#lib/garden/consistent-shoots.ts'
import type { Inventory } from '#lib/garden/inventory/inventory.ts'
import { watchInventory } from '#lib/garden/inventory/watch-inventory.ts'
import type { BindingWrites } from '#lib/garden/writes/binding-writes.ts'
import type { OpenClaim } from '#lib/hap/lifecycle/account-clusters.ts'
import { DEFAULT_PLANS } from '#lib/hap/plans/plan.ts'
import { ANNOTATIONS, type Binding } from '#lib/hap/pools/binding.ts'
import { type PooledBinding, stateAt } from '#lib/hap/pools/pooled-binding.ts'
import type { BindingState } from '#lib/hap/pools/state.ts'
import type { ActionContext } from '#lib/services/actions/action-context.ts'
import { AuditError } from '#lib/store/audit/audit-log.ts'
import type { IntentDraft, OutcomeDraft } from '#lib/store/audit/entry.ts'
import { LEASE_MS } from '#lib/store/claims/leases.ts'
import { CLEANING } from './action-steps.ts'
import { startWriteGarden, type WriteGarden } from './write-garden.ts'

export const OPERATOR: User = { id: '3', name: 'olga', role: 'operator' }

/** An audit log in memory that can be made to fail. */
class MemoryAudit implements Pick<ActionContext, 'audit'> {
  readonly audit = this
  readonly intents: IntentDraft[] = []
  readonly outcomes: OutcomeDraft[] = []
  broken = false

  async intent(draft: IntentDraft): Promise<bigint> {
    if (this.broken) throw new AuditError('The audit log cannot be written, so no change is allowed.')
    return BigInt(this.intents.push(draft))
  }

  async outcome(draft: OutcomeDraft): Promise<void> {
    if (this.broken) throw new AuditError('The audit log cannot be written, so no change is allowed.')
    this.outcomes.push(draft)
  }

  async refused(draft: IntentDraft, detail: string): Promise<void> {
    const intent = await this.intent(draft)
    await this.outcome({ intent, actor: draft.actor, outcome: 'refused', detail })
  }

  /** Lines such as `release accepted`, one per action, in order. */
  get lines(): readonly string[] {
    return this.intents.map(({ action }, i) => {
      const last = this.outcomes.findLast(({ intent }) => intent === BigInt(i + 1))
      return `${action} ${last?.outcome ?? 'open'}`
    })
  }

  clear(): void {
    this.intents.length = 0
    this.outcomes.length = 0
    this.broken = false
  }
}

/** Claims in memory, by account. */
class MemoryClaims {
  readonly byAccount = new Map<string, readonly OpenClaim[]>()
  /** Global accounts, by account. */
  readonly givenBack = new Map<string, readonly string[]>()
  readonly fenced = new Set<string>()

  open = async (account: string) => this.byAccount.get(account) ?? []
  releasedBy = async (account: string) => this.givenBack.get(account) ?? []

  slot = async () => ({
    leaseMs: LEASE_MS,
    holds: async () => true,
    leave: async () => {},
    aboutToTake: async () => null,
    returns: async () => true,
  })

  fence = async (account: string) => {
    if ((this.byAccount.get(account)?.length ?? 0) > 0) return 'claimed' as const
    if (this.fenced.has(account)) return 'busy' as const
    this.fenced.add(account)
    return {
      account,
      leaseMs: LEASE_MS,
      holds: async () => this.fenced.has(account),
      leave: async () => void this.fenced.delete(account),
    }
  }
}

export interface ActionKit extends WriteGarden {
  readonly inventory: Inventory
  readonly audit: MemoryAudit
  readonly claims: MemoryClaims
  readonly allowed: string[]
  context(changes?: Partial<ActionContext>): ActionContext
  /** A claimed binding without clusters, a different one for each call. */
  idle(): Binding
  /** The two dirty bindings of one account, different ones for each call. */
  dirtyPair(): readonly [Binding, Binding]
  /**
   * A binding in a state that fits. Default: of AWS, which has a cleaner, and without shoots on its
   * account. The order of the inventory depends on which list arrives first.
   */
  find(state: BindingState, fits?: (pooled: PooledBinding) => boolean): Binding
}

/** A garden with an inventory that watches it, and the dependencies of actions in memory. */
export async function startActionKit(): Promise<ActionKit> {
  const garden = await startWriteGarden()
  for (let i = 0; i < 30; i++)
    garden.garden.loadAll(account(`idle-${i}`, { hyperscalerType: 'aws', tenantName: `ga-idle-${i}` }))
  garden.garden.loadAll(account('odd-1', { hyperscalerType: 'aws', dirty: 'false' }))
  for (const name of ['odd-2', 'odd-3', 'odd-4'])
    garden.garden.loadAll(account(name, { hyperscalerType: 'aws', dirty: 'false' }))
  garden.garden.loadAll(account('odd-tenant', { hyperscalerType: 'aws', tenantName: '' }))
  const pair = ['pair', 'pair-2']
  garden.garden.loadAll(
    account('pair', { hyperscalerType: 'aws', dirty: 'true' }, pair, { [ANNOTATIONS.dirtyFrom]: 'free' }),
  )
  garden.garden.loadAll(
    account('held-pair', { hyperscalerType: 'aws', tenantName: 'ga-held-pair' }, ['held-pair', 'held-pair-2']),
  )
  garden.garden.loadAll(account('twin', { hyperscalerType: 'aws', tenantName: 'ga-twin' }, ['twin', 'twin-2']))
  for (let i = 0; i < 24; i++) {
    const labels = { hyperscalerType: 'aws', tenantName: `ga-dirty-${i}`, dirty: 'true' }
    garden.garden.loadAll(account(`dirty-${i}`, labels, [`dirty-${i}-a`, `dirty-${i}-b`]))
  }
  const live = watchInventory({
    client: garden.admin,
    namespace: LANDSCAPE_NAMESPACE,
    kinds: ['CredentialsBinding', 'SecretBinding'],
    staleAfterMs: 60_000,
  })
  await live.ready(AbortSignal.timeout(30_000))
  const { inventory } = live
  const audit = new MemoryAudit()
  const claims = new MemoryClaims()
  const allowed: string[] = []
  let nextIdle = 0
  let nextPair = 0
  return {
    ...garden,
    inventory,
    audit,
    claims,
    allowed,
    context: changes => ({
      inventory,
      writes: garden.writer(),
      client: garden.client,
      shoots: new ConsistentShoots({ client: garden.client, inventory, ...changes }),
      claims,
      audit,
      noteState: () => {},
      cleaning: CLEANING,
      allowed: () => allowed,
      plans: () => DEFAULT_PLANS,
      now: Date.now,
      ...changes,
    }),
    idle() {
      const name = `idle-${nextIdle++}`
      const binding = inventory.binding(`CredentialsBinding/${LANDSCAPE_NAMESPACE}/${name}`)
      if (binding === null) throw new Error(`there is no ${name}`)
      return binding
    },
    dirtyPair() {
      const [one, other] = inventory.bindingsOfAccount(`Secret/${LANDSCAPE_NAMESPACE}/dirty-${nextPair++}`)
      if (!one || !other) throw new Error('there is no other pair')
      return [one, other]
    },
    find(
      state,
      fits = ({ binding, labels }) => labels.hyperscalerType === 'aws' && shootsOn(inventory, binding) === 0,
    ) {
      for (const pooled of inventory.pools.values()) {
        const alone = inventory.bindingsOfAccount(keyOf(pooled.binding)).length === 1
        if (alone && stateAt(pooled, Date.now()) === state && fits(pooled)) return pooled.binding
      }
      throw new Error(`there is no ${state} binding that fits`)
    },
    async stop() {
      await live.stop()
      await garden.stop()
    },
  }
}

/** Writes with hooks in between. */
export function between(
  writes: BindingWrites,
  on: { previewed?: () => Promise<unknown>; written?: () => Promise<unknown> },
): BindingWrites {
  return {
    ...writes,
    async preview(order) {
      const answer = await writes.preview(order)
      await on.previewed?.()
      return answer
    },
    async write(order) {
      const answer = await writes.write(order)
      await on.written?.()
      return answer
    },
  }
}

/** A Secret and the CredentialsBindings that refer to it. */
function account(
  name: string,
  labels: Record<string, string>,
  bindings: readonly string[] = [name],
  annotations: Record<string, string> = {},
) {
  const namespace = LANDSCAPE_NAMESPACE
  return [
    { apiVersion: 'v1', kind: 'Secret', metadata: { name, namespace, uid: `uid-secret-${name}` }, type: 'Opaque' },
    ...bindings.map(binding => ({
      apiVersion: 'security.gardener.cloud/v1alpha1',
      kind: 'CredentialsBinding',
      metadata: {
        name: binding,
        namespace,
        uid: `uid-${binding}`,
        labels: { ...labels, 'provider.extensions.gardener.cloud/aws': 'true' },
        annotations,
      },
      provider: { type: 'aws' },
      credentialsRef: { apiVersion: 'v1', kind: 'Secret', name, namespace },
    })),
  ]
}

export function keyOf({ account }: Binding): string {
  return `${account.kind}/${account.namespace}/${account.name}`
}

export function shootsOn(inventory: Inventory, binding: Binding): number {
  return inventory.shootCountOfAccount(keyOf(binding))
}
