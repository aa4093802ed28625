import { type JsonObject, objectsAt, stringsAt } from '#embedded-garden/json.ts'

/** A rule of a Role or ClusterRole. */
export interface Rule {
  readonly verbs: readonly string[]
  readonly apiGroups: readonly string[]
  readonly resources: readonly string[]
  readonly resourceNames: readonly string[]
  readonly nonResourceURLs: readonly string[]
}

/** One request as RBAC sees it: a non-resource `path`, or, when `path` is null, the resource fields. */
export interface Action {
  readonly verb: string
  readonly group: string
  readonly resource: string
  readonly subresource: string
  readonly namespace: string
  readonly name: string
  readonly path: string | null
}

export function rulesOf(role: JsonObject): Rule[] {
  return objectsAt(role, 'rules').map(rule => ({
    verbs: stringsAt(rule, 'verbs'),
    apiGroups: stringsAt(rule, 'apiGroups'),
    resources: stringsAt(rule, 'resources'),
    resourceNames: stringsAt(rule, 'resourceNames'),
    nonResourceURLs: stringsAt(rule, 'nonResourceURLs'),
  }))
}

export function allows(rule: Rule, action: Action): boolean {
  if (!has(rule.verbs, action.verb)) return false
  if (action.path !== null) return rule.nonResourceURLs.some(url => matchesUrl(url, action.path ?? ''))
  return (
    has(rule.apiGroups, action.group) &&
    matchesResource(rule.resources, action.resource, action.subresource) &&
    (rule.resourceNames.length === 0 || rule.resourceNames.includes(action.name))
  )
}

/** Whether `owned` together allow everything that `wanted` allows (RBAC: Covers, the check for escalation). */
export function covers(owned: readonly Rule[], wanted: Rule): boolean {
  return breakdown(wanted).every(action => owned.some(rule => allowsAll(rule, action)))
}

function breakdown(rule: Rule): Action[] {
  const actions: Action[] = []
  const blank = { group: '', resource: '', subresource: '', namespace: '', name: '', path: null }
  for (const verb of rule.verbs) {
    for (const path of rule.nonResourceURLs) actions.push({ ...blank, verb, path })
    for (const group of rule.apiGroups)
      for (const full of rule.resources)
        for (const name of rule.resourceNames.length > 0 ? rule.resourceNames : [''])
          actions.push({ ...blank, verb, group, ...splitResource(full), name })
  }
  return actions
}

/** Like allows(), but "*" in the action requests everything, which only "*" in the rule grants. */
function allowsAll(rule: Rule, action: Action): boolean {
  const pathGranted = action.path?.endsWith('*') && rule.nonResourceURLs.some(url => url === action.path || url === '*')
  if (pathGranted) return has(rule.verbs, action.verb)
  if (action.name === '' && action.path === null && rule.resourceNames.length > 0) return false
  return allows(rule, action)
}

function splitResource(full: string): { resource: string; subresource: string } {
  const slash = full.indexOf('/')
  return slash < 0
    ? { resource: full, subresource: '' }
    : { resource: full.slice(0, slash), subresource: full.slice(slash + 1) }
}

function has(list: readonly string[], value: string): boolean {
  return list.includes('*') || list.includes(value)
}

function matchesResource(resources: readonly string[], resource: string, subresource: string): boolean {
  const full = subresource ? `${resource}/${subresource}` : resource
  return resources.some(r => r === '*' || r === full || (subresource !== '' && r === `*/${subresource}`))
}

function matchesUrl(pattern: string, path: string): boolean {
  return pattern === '*' || pattern === path || (pattern.endsWith('*') && path.startsWith(pattern.slice(0, -1)))
}
