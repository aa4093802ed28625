import { isOnAllowlist } from '../lifecycle/multi-account.ts'
import type { Request } from '../request.ts'
import { decide } from '../selection/decide.ts'
import type { Outcome } from '../selection/decision.ts'
import type { Inventory, SelectionConfig } from '../selection/usage.ts'

/** Changes of a global account's next request by other settings, worst first. */
export const NEXT_CHANGES = ['stops', 'waits', 'claims', 'moves', 'reuses', 'same'] as const

export type NextChange = (typeof NEXT_CHANGES)[number]

/** Change of a global account's permission to own several accounts. */
export type PermissionChange = 'gains' | 'loses' | 'same'

interface NextImpact {
  readonly next: NextChange
  readonly before: Outcome
  readonly after: Outcome
}

/** Decides a request under two configurations. */
export function compareNext(
  request: Request,
  before: SelectionConfig,
  after: SelectionConfig,
  inventory: Inventory,
): NextImpact {
  const old = decide(request, inventory, before).outcome
  const changed = decide(request, inventory, after).outcome
  return { next: nextChange(old, changed), before: old, after: changed }
}

/** Whether a global account is added to the allowlist or removed from it. */
export function permissionChange(
  globalAccount: string,
  before: readonly string[],
  after: readonly string[],
): PermissionChange {
  const [had, has] = [isOnAllowlist(before, globalAccount), isOnAllowlist(after, globalAccount)]
  if (had === has) return 'same'
  return has ? 'gains' : 'loses'
}

function nextChange(before: Outcome, after: Outcome): NextChange {
  if (after.kind === before.kind && bindingOf(after) === bindingOf(before)) return 'same'
  if (after.kind === 'guard') return 'stops'
  if (after.kind === 'wait') return 'waits'
  if (after.kind === 'claim') return 'claims'
  if (after.kind !== 'reuse') return 'same'
  return before.kind === 'reuse' ? 'moves' : 'reuses'
}

function bindingOf(outcome: Outcome): string | null {
  return 'binding' in outcome ? outcome.binding.name : null
}
