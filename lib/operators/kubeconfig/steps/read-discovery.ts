import type { GardenClient } from '#lib/garden/client/client.ts'
import { GardenError, isNotFound, isNotServed } from '#lib/garden/client/garden-error.ts'
import { listRules, type RequestedAccess } from '#lib/hap/access/access-rule.ts'
import type { DiscoveredResource, Discovery } from '#lib/hap/access/discovery.ts'
import { findIdleRules, type IdleReport } from '#lib/hap/access/idle-rules.ts'
import { isRecord } from '#lib/hap/document.ts'
import { mapConcurrently } from '#lib/util/concurrency.ts'

/**
 * Finds rules that grant nothing on a cluster. Reads the whole API only after a finding. Throws
 * GardenError.
 */
export async function checkRules(
  client: Pick<GardenClient, 'request'>,
  access: RequestedAccess,
  signal: AbortSignal,
): Promise<IdleReport> {
  const groups = listRules(access).flatMap(({ rule }) => rule.apiGroups ?? [])
  const report = findIdleRules(
    access,
    await readDiscovery(client, groups.includes('*') ? 'all' : new Set(groups), signal),
  )
  return report.words.length === 0 ? report : findIdleRules(access, await readDiscovery(client, 'all', signal))
}

/**
 * Reads the API of a cluster: all groups, and the resources of `groups` or of all. A group whose
 * server does not answer has no resources. Throws GardenError.
 */
export async function readDiscovery(
  client: Pick<GardenClient, 'request'>,
  groups: ReadonlySet<string> | 'all',
  signal: AbortSignal,
): Promise<Discovery> {
  const ask = <T>(path: string) =>
    client.request<T>(
      { doing: 'ask the cluster for its API groups', permission: null, method: 'GET', path },
      { signal },
    )
  const list = await ask<GroupList>('/apis')
  const known = recordsIn(list.groups, MAX_GROUPS).flatMap(({ name, versions }) => {
    if (!isName(name)) return []
    const named = recordsIn(versions, MAX_VERSIONS).map(({ version }) => version)
    return [{ name, paths: named.filter(isName).map(version => `/apis/${name}/${version}`) }]
  })
  const wanted = [{ name: '', paths: ['/api/v1'] }, ...known]
  const found = new Map<string, readonly DiscoveredResource[] | null>()
  let inAll = 0
  const read = await mapConcurrently(wanted, AT_ONCE, async ({ name, paths }) => {
    if (inAll >= MAX_IN_ALL || (groups !== 'all' && !groups.has(name))) return { name, resources: null }
    const resources = await resourcesAt(ask, paths)
    inAll += resources?.length ?? 0
    return { name, resources }
  })
  let counted = 0
  for (const { name, resources } of read) {
    counted += resources?.length ?? 0
    found.set(name, counted > MAX_IN_ALL ? null : resources)
  }
  return { groups: found }
}

/** Discovery of an untrusted cluster: only well-formed entries count, up to fixed limits. */
interface GroupList {
  groups?: unknown
}

interface ResourceList {
  resources?: unknown
}

/** Each installed API adds one or two groups. */
const MAX_GROUPS = 1_000
const MAX_VERSIONS = 20
const MAX_RESOURCES = 2_000
/**
 * Resources of all groups including subresources; groups beyond the limit count as existing without
 * resources.
 */
const MAX_IN_ALL = 10_000
/** Number of connections of a client. */
const AT_ONCE = 16
const MAX_TEXTS = 50

/**
 * Whether only the server of one API group fails, such as an aggregated one. Other errors,
 * transient or not, concern the whole cluster and end the discovery.
 */
function isGroupAway(error: unknown): boolean {
  if (!(error instanceof GardenError)) return false
  return error.kind === 'unavailable' || error.kind === 'timeout' || isNotFound(error) || isNotServed(error)
}

/**
 * Resources of all versions of a group, since RBAC ignores versions; null when its server does not
 * answer.
 */
async function resourcesAt(
  ask: (path: string) => Promise<ResourceList>,
  paths: readonly string[],
): Promise<DiscoveredResource[] | null> {
  try {
    const lists = await Promise.all(paths.map(ask))
    return lists.flatMap(({ resources }) => recordsIn(resources, MAX_RESOURCES).flatMap(resourceOf))
  } catch (error) {
    if (isGroupAway(error)) return null
    throw error
  }
}

function resourceOf(resource: Readonly<Record<string, unknown>>): DiscoveredResource[] {
  const { name, kind, singularName, namespaced, verbs, shortNames } = resource
  if (!isName(name)) return []
  const known = isName(kind) ? kind : ''
  const singular = isName(singularName) ? singularName : name.includes('/') ? '' : known.toLowerCase()
  const texts = (list: unknown) => (Array.isArray(list) ? list.slice(0, MAX_TEXTS).filter(isName) : [])
  return [
    {
      name,
      kind: known,
      singular,
      shortNames: texts(shortNames),
      namespaced: namespaced === true,
      verbs: texts(verbs),
    },
  ]
}

function recordsIn(list: unknown, max: number): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(list) ? list.slice(0, max).filter(isRecord) : []
}

/** Findings quote names, so only well-formed ones are accepted. */
function isName(text: unknown): text is string {
  return typeof text === 'string' && /^[A-Za-z0-9._/:-]{1,253}$/.test(text)
}
