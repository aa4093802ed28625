import { CONSOLE } from '#lib/store/audit/forgotten.ts'
import { ADOPT, type AdoptionParts, adopt, adoptionTarget } from './adopt.ts'
import type { AdoptionReport } from './adoption-report.ts'
import { landscapeIsRead } from './landscape-is-read.ts'

/**
 * Adopts a landscape that this database never adopted. Out: null when it did; `later` while database or landscape are not there.
 * The audit chain knows: an adoption that was interrupted is done again.
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
    actor: CONSOLE,
    reason: 'First start on this landscape.',
    noted: true,
    dryRun: false,
  })
}
