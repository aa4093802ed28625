import type { Request } from '../request.ts'
import { DIFFERENCES, type DifferenceId } from '../semantics/differences.ts'
import { explainDifference } from '../semantics/explain-difference.ts'
import { type Policy, policyOf } from '../semantics/policy.ts'
import { decide } from './decide.ts'
import type { Decision } from './decision.ts'
import type { Inventory, SelectionConfig } from './selection-config.ts'

export interface SemanticsComparison {
  readonly documented: Decision
  readonly keb: Decision
  /** Differences that explain a different outcome; empty when both decide the same. */
  readonly differences: readonly Difference[]
}

interface Difference {
  readonly id: DifferenceId
  readonly title: string
  readonly documented: string
  readonly keb: string
}

/** Both semantics' decision for one request, and which differences are behind it where they part. */
export function compareSemantics(
  request: Request,
  inventory: Inventory,
  config: Omit<SelectionConfig, 'policy'>,
): SemanticsComparison {
  const under = (policy: Policy) => decide(request, inventory, { ...config, policy })
  const documented = under(policyOf('documented'))
  const keb = under(policyOf('keb'))
  if (sameOutcome(documented, keb)) return { documented, keb, differences: [] }
  const ids = explainDifference(policy => sameOutcome(under(policy), keb)) ?? []
  return { documented, keb, differences: ids.map(describeDifference) }
}

/** Whether two decisions have the same effect: the same kind, and the same binding where one is taken. */
function sameOutcome({ outcome: a }: Decision, { outcome: b }: Decision): boolean {
  if (a.kind !== b.kind) return false
  return !('binding' in a) || !('binding' in b) || a.binding === b.binding
}

/** A difference in words, for notes and reports. */
export function describeDifference(id: DifferenceId): Difference {
  const found = Object.values(DIFFERENCES).find(difference => difference.id === id)
  if (!found) throw new Error(`No difference is called ${id}`)
  return { id, title: found.title, documented: found.documented.words, keb: found.keb.words }
}
