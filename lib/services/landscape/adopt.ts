import { setImmediate as others } from 'node:timers/promises'
import { z } from 'zod'
import { ControlRefusal } from '#lib/control/protocol.ts'
import { landscapeIsRead } from '#lib/garden/inventory/freshness.ts'
import type { Inventory } from '#lib/garden/inventory/inventory.ts'
import { audited } from '#lib/services/audit/audited.ts'
import { type AuditLog, CONSOLE_ACTOR } from '#lib/store/audit/audit-log.ts'
import type { Actor } from '#lib/store/audit/entry.ts'
import {
  ADOPTED_BATCH,
  type Adopter,
  type KnownClaim,
  listClaimsOnAccounts,
  registerAdopted,
} from '#lib/store/claims/adopted.ts'
import { observeBindings, snapshotOf } from '#lib/store/states/binding-states.ts'
import { listClaimedAtStart, markAdopted } from '#lib/store/states/state-history.ts'
import type { Store } from '#lib/store/store.ts'
import { type AdoptionPlan, type AdoptionReport, planAdoption, reportOf } from './plan-adoption.ts'

/** The landscape is not read completely; `message` is fit for the terminal. */
class NotReadYetError extends Error {
  override readonly name = 'NotReadYetError'
}

export interface AdoptionParts {
  readonly store: Store
  readonly audit: AuditLog
  readonly inventory: Inventory
}

interface AdoptionOrder {
  readonly actor: Actor
  readonly reason: string
  /** Whether an adoption that finds nothing to do is recorded too. */
  readonly noted: boolean
  /** Only reports what would be registered. */
  readonly dryRun: boolean
}

/** The action in the audit chain. */
export const ADOPT = 'adopt'

/** The target in the audit chain. */
export function adoptionTarget(namespace: string): string {
  return `Namespace/${namespace}`
}

/**
 * Registers what runs in the landscape and is not in the database: each shoot as a claim, each
 * binding with its state, claimed bindings marked as adopted. It is idempotent, also when run
 * concurrently. Throws NotReadYetError while the inventory is incomplete.
 */
export async function adopt(
  { store, audit, inventory }: AdoptionParts,
  { actor, reason, noted, dryRun }: AdoptionOrder,
): Promise<AdoptionReport> {
  if (!landscapeIsRead(inventory))
    throw new NotReadYetError('Bindings and shoots were not all read yet. Try again once the console is live.')
  const { namespace } = inventory
  const known: KnownClaim[] = []
  for await (const claim of listClaimsOnAccounts(store.db)) known.push(claim)
  const plan = planAdoption(inventory, known)
  const report = (registered: number) => reportOf(plan, inventory.pools.values(), { namespace, dryRun, registered })
  if (dryRun) return report(plan.claims.length)
  await recordBindings(store, inventory)
  const found = await listClaimedAtStart(store.db, namespace)
  if (plan.claims.length === 0 && found.length === 0 && !noted) return report(0)
  const draft = { actor, action: ADOPT, targets: [adoptionTarget(namespace)], reason, ticket: null, requestId: null }
  const after = { clusters: plan.claims.length, bindings: found.length, known: plan.known, left: plan.left.length }
  return audited(audit, { ...draft, after }, async intent => {
    const adopter = { actor: actor.name, audit: intent }
    const registered = await register(store, plan, adopter)
    const bindings = await markFound(store, found, adopter)
    const detail = `Registered ${registered.toLocaleString('en')} of ${inventory.shootCount.toLocaleString('en')} shoots.`
    return { outcome: 'accepted', detail, after: { clusters: registered, bindings }, result: report(registered) }
  })
}

async function register(store: Store, { claims }: AdoptionPlan, adopter: Adopter): Promise<number> {
  let registered = 0
  for (let start = 0; start < claims.length; start += ADOPTED_BATCH) {
    registered += await registerAdopted(store.db, claims.slice(start, start + ADOPTED_BATCH), adopter)
    await others()
  }
  return registered
}

async function markFound(store: Store, found: readonly bigint[], adopter: Adopter): Promise<number> {
  let marked = 0
  for (let start = 0; start < found.length; start += ADOPTED_BATCH) {
    marked += await markAdopted(store.db, found.slice(start, start + ADOPTED_BATCH), adopter)
    await others()
  }
  return marked
}

async function recordBindings(store: Store, inventory: Inventory): Promise<void> {
  const at = store.now()
  const present = [...inventory.pools.values()].map(pooled => snapshotOf(pooled, at))
  await observeBindings(store, { present, gone: [], at: new Date(at) })
}

/**
 * Adopts a landscape that this database has never adopted. Returns null if it has; `later` while
 * the database or the landscape is unavailable. An interrupted adoption has no accepted audit
 * record and is repeated.
 */
export async function adoptAtFirstStart(parts: AdoptionParts): Promise<AdoptionReport | 'later' | null> {
  const { store, inventory } = parts
  if (store.health().state !== 'up' || !landscapeIsRead(inventory)) return 'later'
  const done = await store.db.auditEntry.findFirst({
    where: {
      action: ADOPT,
      kind: 'intent',
      targets: { has: adoptionTarget(inventory.namespace) },
      status: { outcome: 'accepted' },
    },
    select: { seq: true },
  })
  if (done) return null
  return adopt(parts, {
    actor: CONSOLE_ACTOR,
    reason: 'First start on this landscape.',
    noted: true,
    dryRun: false,
  })
}

const Question = z.object({ dryRun: z.boolean() })

/** The input of `hap adopt`; `dryRun` only reports. */
export type AdoptionQuestion = z.infer<typeof Question>

/** The machine, not the console, knows who runs the `hap` command. */
const BY_HAND = { name: 'hap adopt', role: null } as const

/**
 * Adopts, or reports what adoption would do, and yields the report as one line for the `hap`
 * command. Throws ControlRefusal.
 */
export async function* adoptionLines(parts: AdoptionParts, args: unknown): AsyncGenerator<string> {
  const { dryRun } = Question.parse(args)
  try {
    const report = await adopt(parts, { actor: BY_HAND, reason: 'Requested manually.', noted: false, dryRun })
    yield JSON.stringify(report)
  } catch (error) {
    throw error instanceof NotReadYetError ? new ControlRefusal(error.message) : error
  }
}
