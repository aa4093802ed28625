import { type DeletionFacts, deletionConsequence, deletionRefusal, mustTypeName } from '#lib/hap/resource-deletion.ts'

/** What the page of a custom resource says of its deletion. */
export interface DeletionOffer {
  /** Why it cannot be deleted, a sentence; null when it can. */
  readonly obstacle: string | null
  /** Sentences. */
  readonly consequence: readonly string[]
  /** Its name has to be typed before. */
  readonly typeName: boolean
}

/** What the page of a custom resource says of its deletion. */
export function deletionOffer(facts: DeletionFacts): DeletionOffer {
  return { obstacle: deletionRefusal(facts), consequence: deletionConsequence(facts), typeName: mustTypeName(facts) }
}
