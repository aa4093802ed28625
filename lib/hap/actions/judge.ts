import { restoredReason } from '../lifecycle/identity.ts'
import { ACTIONS, type Action } from './action.ts'
import { type ActionFacts, stateOf } from './facts.ts'
import { GUARDS } from './guards.ts'
import { repairOf } from './repair.ts'
import { ACTION_TABLE } from './table.ts'

export type Verdict = { readonly allowed: true } | { readonly allowed: false; readonly reason: string }

const ALLOWED: Verdict = { allowed: true }

/** Whether an action may be done to a binding now, or why not. What it needs from a person is not asked yet. */
export function judge(action: Action, facts: ActionFacts): Verdict {
  const byState = ACTION_TABLE[action][stateOf(facts)]
  if (byState !== true) return refuse(byState)
  const { name, doubt } = facts.pooled.binding
  if (doubt !== undefined && !NARROWING_ACTIONS.has(action)) return refuse(restoredReason(name))
  for (const guard of GUARDS[action]) {
    const reason = guard(facts)
    if (reason !== null) return refuse(reason)
  }
  const repair = action === 'repair' ? repairOf(facts, {}) : null
  return repair && 'reason' in repair ? refuse(repair.reason) : ALLOWED
}

/** Actions whose change only restricts the use of a binding; planAction compares the change itself. */
const NARROWING_ACTIONS: ReadonlySet<Action> = new Set(['release', 'mark-dirty', 'hold', 'quarantine', 'mark-internal'])

/** Every action with its verdict, in the order of menus. */
export function judgeAll(facts: ActionFacts): readonly { readonly action: Action; readonly verdict: Verdict }[] {
  return ACTIONS.map(action => ({ action, verdict: judge(action, facts) }))
}

function refuse(reason: string): Verdict {
  return { allowed: false, reason }
}
