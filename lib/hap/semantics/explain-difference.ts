import { DIFFERENCES, type DifferenceId, type PolicyName } from './differences.ts'
import { mixedPolicy, POLICY_NAMES, type Policy } from './policy.ts'

/**
 * The smallest set of differences that has to follow KEB for `agrees` to hold, as ids in table order; every other one
 * may stay as documented. Null when `agrees` does not even hold with all of them. The evaluator itself is asked, so an
 * explanation cannot drift from what it does.
 */
export function explainDifference(agrees: (policy: Policy) => boolean): readonly DifferenceId[] | null {
  const needed = new Set<PolicyName>(POLICY_NAMES)
  if (!agrees(mixedPolicy(needed))) return null
  for (const name of POLICY_NAMES) {
    needed.delete(name)
    if (!agrees(mixedPolicy(needed))) needed.add(name)
  }
  return POLICY_NAMES.filter(name => needed.has(name)).map(name => DIFFERENCES[name].id)
}
