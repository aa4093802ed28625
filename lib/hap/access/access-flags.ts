import { type AskedAccess, placedRules } from './access-rule.ts'
import type { Exceptions } from './exceptions.ts'
import { judgeRules } from './judge-rules.ts'
import { meansEverything } from './rule-words.ts'

/** What is striking about an access, the worst first. */
export const ACCESS_FLAGS = ['everything', 'dangerous', 'refused', 'nothing', 'partly-nothing'] as const

export type AccessFlag = (typeof ACCESS_FLAGS)[number]

/**
 * What policy tells of an access in a namespace: `everything` or `dangerous` where an exception lets pass what leads further than
 * the rules say, `refused` where something asked for is not given.
 */
export function policyFlags(asked: AskedAccess, namespace: string, exceptions: Exceptions): readonly AccessFlag[] {
  const { granted, denials } = judgeRules(asked, exceptions.get(namespace) ?? new Set())
  const dangers = judgeRules(granted, new Set()).denials
  const everything = placedRules(granted).some(({ rule }) => meansEverything(rule))
  return [
    ...(everything ? (['everything'] as const) : dangers.length > 0 ? (['dangerous'] as const) : []),
    ...(denials.length > 0 ? (['refused'] as const) : []),
  ]
}
