import type { PlannedState, PoolPlan } from './blueprint.ts'
import { DAY, HOUR, timestamp } from './place.ts'
import type { Random } from './random.ts'

/** Annotation keys and a label value with which HAP extends the labels of KEB. */
export interface HapKeys {
  /** Keys of its annotations. */
  readonly annotations: Readonly<Record<'state' | 'stateSince' | 'epoch' | 'hold' | 'heldFlags' | 'holdUntil', string>>
  /** Value of the label `dirty` of a held account. */
  readonly held: string
}

/** Labels of a binding in a state, in the form that KEB and its cleanup job understand (seed 001). */
export function labelsFor(
  pool: PoolPlan,
  state: PlannedState,
  tenant: string | null,
  { held }: HapKeys,
): Record<string, string> {
  return {
    hyperscalerType: pool.hyperscalerType,
    ...(pool.euAccess ? { euAccess: 'true' } : {}),
    ...(isSharedPool(pool) ? { shared: 'true' } : {}),
    ...(state === 'internal' || state === 'held' ? { internal: 'true' } : {}),
    ...(state === 'held' ? { dirty: held } : {}),
    ...(isDirty(state) ? { dirty: 'true' } : {}),
    ...(tenant === null ? {} : { tenantName: tenant }),
  }
}

/** Annotations of HAP: time of the state, epoch, reason of a hold, findings of the cleanup. */
export function annotationsFor(
  state: PlannedState,
  { since, at, keys: { annotations } }: { readonly since: number; readonly at: number; readonly keys: HapKeys },
  random: Random,
): Record<string, string> {
  const noted: Record<string, string> = {
    [annotations.stateSince]: timestamp(since),
    [annotations.epoch]: String(state === 'free' ? random.int(0, 4) : random.int(1, 40)),
  }
  if (state === 'cleaning' || state === 'verifying' || state === 'quarantined') noted[annotations.state] = state
  if (state === 'held') {
    noted[annotations.hold] = random.pick(HOLD_REASONS)
    noted[annotations.heldFlags] = ''
    if (random.chance(0.5)) noted[annotations.holdUntil] = timestamp(at + random.int(2, 20) * DAY)
  }
  return noted
}

/** Time that an account has been in its state, in milliseconds; the rare long times are stuck accounts. */
export function ageInState(state: PlannedState, random: Random): number {
  switch (state) {
    case 'dirty':
      return random.chance(0.15) ? random.int(20, 60) * DAY : random.int(1, 60) * HOUR
    case 'cleaning':
      return random.chance(0.2) ? random.int(2, 6) * DAY : random.int(1, 90) * (HOUR / 60)
    case 'verifying':
      return random.int(1, 30) * (HOUR / 60)
    case 'quarantined':
      return random.int(1, 30) * DAY
    case 'held':
      return random.int(1, 25) * DAY
    case 'terminating':
      return random.int(3, 72) * HOUR
    default:
      return Math.round(random.next() ** 2 * 900 * DAY)
  }
}

export function isSharedPool(pool: PoolPlan): boolean {
  return (pool.accounts.shared ?? 0) > 0
}

export function isDirty(state: PlannedState): boolean {
  return state === 'dirty' || state === 'cleaning' || state === 'verifying' || state === 'quarantined'
}

const HOLD_REASONS = [
  'Quota increase requested at the provider',
  'Billing dispute, keep the data',
  'Forensics after an incident',
  'Network peering is being moved',
]
