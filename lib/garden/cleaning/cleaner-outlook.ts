import type { ActionFacts, CleanerAvailability } from '#lib/hap/actions/facts.ts'
import { accountCleaningRefusal } from '#lib/hap/actions/judge.ts'
import { verifiability } from '#lib/hap/lifecycle/cleaning.ts'
import { ANNOTATIONS } from '#lib/hap/pools/binding.ts'
import { readProgress } from './progress.ts'

/** What cleaners will do with an account, from the shared settings and the notes on its bindings. */
export function previewCleaner(facts: ActionFacts, settings: CleaningSettings): CleanerAvailability {
  return { refusal: findObstacle(facts, settings), deletes: settings.deletes }
}

function findObstacle(facts: ActionFacts, { cleaners, protectedNames }: CleaningSettings): string | null {
  const { pooled, siblings, at } = facts
  const tells = verifiability(pooled, cleaners)
  if (tells.by === 'person') return tells.reason
  const obstacle = accountCleaningRefusal(facts, protectedNames)
  if (obstacle !== null) return obstacle
  const { owner } = readProgress(pooled.binding)
  if (owner !== null && owner.until > at) return 'A cleaner deletes in it now. Wait until it has ended.'
  // One binding carries the cleaning of an account, so that two checks never overlap.
  const begun = isBegun(pooled.binding) ? undefined : siblings.find(({ binding }) => isBegun(binding))
  return begun === undefined ? null : `Its cleaning has begun by way of ${begun.binding.name}. Ask for that one.`
}

function isBegun({ annotations }: Pick<ActionFacts['pooled']['binding'], 'annotations'>): boolean {
  return Object.hasOwn(annotations, ANNOTATIONS.cleaning)
}

/**
 * Which accounts cleaners may clean, and whether they delete; the same for all processes of an
 * installation.
 */
export interface CleaningSettings {
  /** Gardener's provider types with an active cleaner. */
  readonly cleaners: ReadonlySet<string>
  /** Whether resources are deleted and accounts become free; false for a dry run that only records. */
  readonly deletes: boolean
  /** Names of bindings, Secrets and provider accounts that are never cleaned. */
  readonly protectedNames: ReadonlySet<string>
}
