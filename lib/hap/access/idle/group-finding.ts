import type { Discovery } from './discovery.ts'

interface GroupProblem {
  readonly message: string
  /** What to write instead; null when nobody can know. */
  readonly suggestion: string | null
}

/** What people write for the core group, whose name is empty. */
const CORE = new Set(['core', 'v1', 'core/v1', '/v1', 'api', 'api/v1'])

/** Why an entry of apiGroups names no group of the cluster; null when it names one. */
export function groupProblem(discovery: Discovery, group: string): GroupProblem | null {
  if (group === '*' || discovery.groups.has(group)) return null
  if (CORE.has(group.toLowerCase())) return { message: 'the core group is written as an empty text', suggestion: '' }
  const slash = group.indexOf('/')
  if (slash > 0) {
    const bare = group.slice(0, slash).toLowerCase()
    const there = discovery.groups.has(bare) ? '' : ', and the cluster has no such group now'
    return { message: `an API group is written without its version${there}`, suggestion: bare }
  }
  const lower = group.trim().toLowerCase()
  if (lower !== group && discovery.groups.has(lower)) {
    return { message: 'API groups are written in lower case', suggestion: lower }
  }
  const longer = [...discovery.groups.keys()].filter(each => each.startsWith(`${lower}.`))
  return {
    message: 'the cluster has no such API group',
    suggestion: longer.length === 1 ? (longer[0] ?? null) : null,
  }
}
