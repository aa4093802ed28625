import { setImmediate as others } from 'node:timers/promises'
import type { Inventory } from '#lib/garden/inventory/inventory.ts'
import { audited } from '#lib/services/audit/audited.ts'
import type { AuditLog } from '#lib/store/audit/audit-log.ts'
import type { Actor } from '#lib/store/audit/entry.ts'
import {
  ADOPTED_BATCH,
  type Adopter,
  type KnownClaim,
  registerAdopted,
  standingClaims,
} from '#lib/store/claims/adopted.ts'
import { snapshotOf } from '#lib/store/states/binding-snapshot.ts'
import { foundClaimed, markAdopted } from '#lib/store/states/mark-adopted.ts'
import { observeBindings } from '#lib/store/states/observe.ts'
import type { Store } from '#lib/store/store.ts'
import { type AdoptionReport, reportOf } from './adoption-report.ts'
import { landscapeIsRead } from './landscape-is-read.ts'
import { type AdoptionPlan, planAdoption } from './plan-adoption.ts'

/** The landscape is not known well enough to be adopted; `message` is fit for the terminal. */
export class NotReadYetError extends Error {
  override readonly name = 'NotReadYetError'
}

export interface AdoptionParts {
  readonly store: Store
  readonly audit: AuditLog
  readonly inventory: Inventory
}

export interface AdoptionOrder {
  readonly actor: Actor
  readonly reason: string
  /** Whether an adoption that finds nothing to do leaves its trace too. */
  readonly noted: boolean
  /** Only tells what would be done. */
  readonly dryRun: boolean
}

/** Action of its entries in the audit chain. */
export const ADOPT = 'adopt'

/** What its entries in the audit chain are about. */
export function adoptionTarget(namespace: string): string {
  return `Namespace/${namespace}`
}

/**
 * Registers what runs in the landscape and the database does not know: each shoot as a claim, each binding with its state, claimed ones marked as
 * adopted. Doing
 * it again, or twice at once, registers nothing twice. Throws NotReadYetError while the inventory is not complete.
 */
export async function adopt(
  { store, audit, inventory }: AdoptionParts,
  { actor, reason, noted, dryRun }: AdoptionOrder,
): Promise<AdoptionReport> {
  if (!landscapeIsRead(inventory))
    throw new NotReadYetError('Bindings and shoots were not all read yet. Try again once the console is live.')
  const { namespace } = inventory
  const known: KnownClaim[] = []
  for await (const claim of standingClaims(store.db)) known.push(claim)
  const plan = planAdoption(inventory, known)
  const report = (registered: number) => reportOf(plan, inventory.pools.values(), { namespace, dryRun, registered })
  if (dryRun) return report(plan.claims.length)
  await noteBindings(store, inventory)
  const found = await foundClaimed(store.db, namespace)
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

async function noteBindings(store: Store, inventory: Inventory): Promise<void> {
  const at = store.now()
  const present = [...inventory.pools.values()].map(pooled => snapshotOf(pooled, at))
  await observeBindings(store, { present, gone: [], at: new Date(at) })
}
