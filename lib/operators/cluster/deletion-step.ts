import type { LiveShoot } from './live-shoot.ts'

/** Without it Gardener refuses to delete a shoot. */
export const DELETION_CONFIRMATION = 'confirmation.gardener.cloud/deletion'

interface WhatIsLeft {
  /** The shoot of the Cluster as Gardener has it now; null when it is gone, was never made, or is of somebody else. */
  readonly shoot: LiveShoot | null
  /** Whether the SubscriptionRequest is there still, and whether its deletion has begun. */
  readonly subscription: 'none' | 'there' | 'deleting'
  /** Whether a request that makes the shoot may still be on its way to Gardener. */
  readonly onItsWay: boolean
}

/**
 * `confirm`: annotate the shoot, and look again. `delete`: the shoot, under its uid. `wait-shoot`, `wait-release`: until a change
 * comes. `wait-late`: until no shoot can come any more. `release`: delete the SubscriptionRequest. `done`: let the Cluster go.
 */
export type DeletionStep = 'confirm' | 'delete' | 'wait-shoot' | 'wait-late' | 'release' | 'wait-release' | 'done'

/** What comes next for a Cluster that is being deleted: the account is given back only when nothing of the shoot is in it. */
export function nextDeletionStep({ shoot, subscription, onItsWay }: WhatIsLeft): DeletionStep {
  if (shoot !== null) {
    const isConfirmed = shoot.metadata?.annotations?.[DELETION_CONFIRMATION] === 'true'
    if (!isConfirmed) return 'confirm'
    return shoot.metadata?.deletionTimestamp === undefined ? 'delete' : 'wait-shoot'
  }
  if (onItsWay) return 'wait-late'
  if (subscription === 'there') return 'release'
  return subscription === 'deleting' ? 'wait-release' : 'done'
}
