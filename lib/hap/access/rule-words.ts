import type { AccessRule, PlacedRule } from './access-rule.ts'

/** What a rule lets somebody do, as one phrase: `get, list configmaps in compass-system`. */
export function ruleWords({ rule, namespace }: Pick<PlacedRule, 'rule' | 'namespace'>): string {
  const { resources = [], resourceNames = [], nonResourceURLs = [] } = rule
  if (nonResourceURLs.length > 0) return `${verbWords(rule)} ${nonResourceURLs.join(', ')}`
  const what = resources.includes('*') ? 'everything' : resources.join(', ')
  const named = resourceNames.length > 0 ? ` named ${resourceNames.join(', ')}` : ''
  return `${verbWords(rule)} ${what}${groupWords(rule)}${named} in ${namespace ?? 'the whole cluster'}`
}

function verbWords({ verbs }: AccessRule): string {
  return verbs.includes('*') ? 'do anything with' : verbs.join(', ')
}

/** Resources of the core API have no group worth a word. */
function groupWords({ apiGroups = [] }: AccessRule): string {
  if (apiGroups.includes('*')) return ' of all groups'
  const named = apiGroups.map(group => group || 'core')
  return named.length === 1 && named[0] === 'core' ? '' : ` of ${named.join(', ')}`
}

/** Whether a rule means every verb on every resource of every group. */
export function meansEverything({ verbs, apiGroups = [], resources = [] }: AccessRule): boolean {
  return [verbs, apiGroups, resources].every(list => list.includes('*'))
}
