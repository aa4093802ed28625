import { DIFFERENCES, type PolicyName } from './differences.ts'

export const SEMANTICS = ['documented', 'keb'] as const

export type Semantics = (typeof SEMANTICS)[number]

/** One chosen value for each difference; what the evaluator reads. */
export type Policy = {
  readonly [Name in PolicyName]: (typeof DIFFERENCES)[Name][Semantics]['value']
}

export const POLICY_NAMES = Object.keys(DIFFERENCES) as readonly PolicyName[]

/** A policy that follows `keb` for the named differences and `documented` for the rest. */
export function mixedPolicy(kebNames: ReadonlySet<PolicyName>): Policy {
  const chosen = POLICY_NAMES.map(name => [name, DIFFERENCES[name][kebNames.has(name) ? 'keb' : 'documented'].value])
  return Object.fromEntries(chosen) as Policy
}

const POLICIES: Readonly<Record<Semantics, Policy>> = {
  documented: mixedPolicy(new Set()),
  keb: mixedPolicy(new Set(POLICY_NAMES)),
}

export function policyOf(semantics: Semantics): Policy {
  return POLICIES[semantics]
}
