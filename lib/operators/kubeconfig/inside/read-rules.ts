import type { AccessRule } from '#lib/hap/access/access-rule.ts'
import { isRecord } from '#lib/hap/document.ts'

const LISTS = ['verbs', 'apiGroups', 'resources', 'resourceNames', 'nonResourceURLs'] as const

/** The rules of a role as a cluster sent it; none for what no role has, which is then written anew. */
export function readRules(rules: unknown): readonly AccessRule[] {
  return Array.isArray(rules) && rules.every(isRule) ? rules : []
}

function isRule(rule: unknown): rule is AccessRule {
  if (!isRecord(rule) || rule.verbs === undefined) return false
  return LISTS.every(list => rule[list] === undefined || isTexts(rule[list]))
}

function isTexts(list: unknown): boolean {
  return Array.isArray(list) && list.every(text => typeof text === 'string')
}
