import type { PolicyRule } from '#lib/operators/api/kubeconfig-request.ts'

/** A request to authorize, in one of the two forms of Kubernetes. */
export type Deed =
  | { readonly verb: string; readonly group: string; readonly resource: string; readonly name?: string }
  | { readonly verb: string; readonly path: string }

/** Whether one of the rules allows it, according to the Kubernetes documentation (Using RBAC Authorization). */
export function allows(rules: readonly PolicyRule[], deed: Deed): boolean {
  return rules.some(({ verbs, apiGroups = [], resources = [], resourceNames = [], nonResourceURLs = [] }) => {
    if (!has(verbs, deed.verb)) return false
    if ('path' in deed) return nonResourceURLs.some(each => covers(each, deed.path))
    const { group, resource, name = '' } = deed
    const named = resourceNames.length === 0 || resourceNames.includes(name)
    return named && has(apiGroups, group) && has(resources, resource)
  })
}

const has = (list: readonly string[], value: string) => list.includes(value) || list.includes('*')

function covers(pattern: string, path: string): boolean {
  return pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : pattern === path
}

/** Rules as unique lines `verb group/resource name` or `verb path`, so that equal permissions give equal lines however they are grouped. */
export function rightsOf(rules: readonly PolicyRule[]): readonly string[] {
  const lines = rules.flatMap(({ verbs, apiGroups = [], resources = [], resourceNames = [''], nonResourceURLs = [] }) =>
    verbs.flatMap(verb => [
      ...nonResourceURLs.map(path => `${verb} ${path}`),
      ...apiGroups.flatMap(group =>
        resources.flatMap(resource => resourceNames.map(name => `${verb} ${group}/${resource} ${name}`)),
      ),
    ]),
  )
  return [...new Set(lines)].toSorted()
}
