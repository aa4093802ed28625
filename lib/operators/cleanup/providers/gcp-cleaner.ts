import { type Cleaner, type CloudResource, type OpenAccount, resourceName } from '../cleaner.ts'
import { CleanerError, FAILURE_MESSAGES } from '../cleaner-error.ts'
import { allPages, arrayAt, type Patience, recordAt, stringAt, textsAt } from '../provider-call.ts'
import { createGcpApi, type GcpApi, serviceAccountOf } from './gcp-api.ts'

interface GcpOptions {
  readonly patience: Patience
  readonly origin: string
  /** Interval of checks of a running operation, in milliseconds. */
  readonly followMs: number
}

/** Cleans GCP projects with the service account from Gardener's Secret. */
export function createGcpCleaner({ patience, origin, followMs }: GcpOptions): Cleaner {
  return {
    provider: 'gcp',
    version: '1',
    looksAt: ['forwarding-rule', 'address', 'disk'],
    open(secret): OpenAccount {
      const account = serviceAccountOf(secret)
      const api = createGcpApi(account, patience, { origin, followMs })
      return {
        async inventory(signal) {
          return { identity: account.project, places: ['all'], resources: await listProject(api, signal) }
        },
        async delete(resource, signal) {
          const doing = `delete ${resourceName(resource)}`
          const path = pathOf(resource)
          if (path === null) throw new CleanerError('unexpected', doing, 'this cleaner did not list it')
          return api.delete(path, doing, signal)
        },
        close() {},
      }
    },
  }
}

/** Listed kinds and their names in the API. */
const COLLECTIONS = [
  { collection: 'disks', kind: 'disk', several: 'disks' },
  { collection: 'addresses', kind: 'address', several: 'addresses' },
  { collection: 'forwardingRules', kind: 'forwarding-rule', several: 'forwarding rules' },
] as const

type Collection = (typeof COLLECTIONS)[number]

/**
 * Lists the resources of a project that clusters of Gardener leave behind on GCP: disks, addresses
 * and forwarding rules of all places.
 */
async function listProject(api: GcpApi, signal: AbortSignal): Promise<readonly CloudResource[]> {
  const found: CloudResource[] = []
  for (const each of COLLECTIONS) found.push(...(await listAll(api, each, signal)))
  return found
}

async function listAll(api: GcpApi, each: Collection, signal: AbortSignal): Promise<readonly CloudResource[]> {
  const doing = `list ${each.several}`
  return allPages(doing, async token => {
    const query = new URLSearchParams({ maxResults: '500', ...(token !== '' && { pageToken: token }) })
    const answer = await api.get(`aggregated/${each.collection}?${query}`, doing, signal)
    if (!/^compute#\w+AggregatedList$/.test(stringAt(answer, 'kind'))) {
      throw new CleanerError('unexpected', doing, FAILURE_MESSAGES.unexpected)
    }
    const scopes = Object.entries(recordAt(answer, 'items'))
    if (arrayAt(answer, 'unreachables').length > 0 || [answer, ...scopes.map(([, list]) => list)].some(isUnreachable)) {
      throw new CleanerError('unavailable', doing, UNREACHABLE)
    }
    const items = scopes.flatMap(([place, list]) =>
      arrayAt(list, each.collection).map(item => resourceOf(item, each, place)),
    )
    return { items, next: stringAt(answer, 'nextPageToken') }
  })
}

/**
 * Path of a resource below its project: `zones/europe-west1-b/disks/pvc-1`, `global/addresses/a`;
 * null for a resource of another kind.
 */
function pathOf({ kind, place, id }: CloudResource): string | null {
  const known = COLLECTIONS.find(each => each.kind === kind)
  if (known === undefined || !/^(zones|regions)\/[a-z0-9-]+$|^global$/.test(place)) return null
  return `${place}/${known.collection}/${encodeURIComponent(id)}`
}

/** Google reports an incomplete list as a warning, not as an error. */
function isUnreachable(list: unknown): boolean {
  return stringAt(recordAt(list, 'warning'), 'code') === 'UNREACHABLE'
}

const UNREACHABLE = 'a zone or region did not respond'

function resourceOf(item: unknown, { kind }: Collection, place: string): CloudResource {
  const name = stringAt(item, 'name')
  const isUsed = kind !== 'forwarding-rule' && arrayAt(item, 'users').length > 0
  const isGoing = stringAt(item, 'status') === 'DELETING'
  return {
    kind,
    id: name,
    place,
    name,
    tags: textsAt(item, 'labels'),
    madeByKubernetes: isOfKubernetes(stringAt(item, 'description')),
    condition: isGoing ? 'going' : isUsed ? 'used' : 'idle',
    ofProvider: false,
  }
}

/** Kubernetes describes its resources in JSON with the volume or service (cloud controller on GCP). */
function isOfKubernetes(description: string): boolean {
  try {
    const described: unknown = JSON.parse(description)
    return ['kubernetes.io/created-for/pvc/name', 'kubernetes.io/service-name'].some(
      key => stringAt(described, key) !== '',
    )
  } catch {
    return false
  }
}
