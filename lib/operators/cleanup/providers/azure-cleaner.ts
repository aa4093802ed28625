import { setTimeout as sleep } from 'node:timers/promises'
import {
  type Cleaner,
  type CloudResource,
  type Deletion,
  type OpenAccount,
  resourceName,
  secretField,
} from '../cleaner.ts'
import { CleanerError, FAILURE_MESSAGES } from '../cleaner-error.ts'
import { allPages, arrayAt, jsonOf, type Patience, recordAt, stringAt, textsAt } from '../provider-call.ts'
import { type AzureApi, type AzureEndpoints, createAzureApi } from './azure-api.ts'

interface AzureOptions {
  readonly patience: Patience
  readonly endpoints: AzureEndpoints
  /** Interval of checks of a running deletion, in milliseconds. */
  readonly followMs: number
}

const VERSION = 'api-version=2021-04-01'

/** Checks of an accepted deletion: enough to notice a lock, without waiting for minutes. */
const FOLLOWED = 4

/** Created by Azure for network monitoring. */
const OWN_GROUPS: ReadonlySet<string> = new Set(['networkwatcherrg'])

/**
 * Cleans Azure subscriptions with the service principal from Gardener's Secret. Everything of a
 * cluster is in its resource group.
 */
export function createAzureCleaner({ patience, endpoints, followMs }: AzureOptions): Cleaner {
  return {
    provider: 'azure',
    version: '1',
    looksAt: ['resource-group'],
    open(secret): OpenAccount {
      const subscription = secretField(secret, 'subscriptionID').reveal()
      const tenantId = secretField(secret, 'tenantID').reveal()
      const clientId = secretField(secret, 'clientID').reveal()
      const clientSecret = secretField(secret, 'clientSecret')
      const api = createAzureApi({ tenantId, clientId, clientSecret }, patience, endpoints)
      const groups = `/subscriptions/${encodeURIComponent(subscription)}/resourcegroups`
      return {
        async inventory(signal) {
          return { identity: subscription, places: ['all'], resources: await listGroups(api, groups, signal) }
        },
        async delete(resource, signal) {
          const doing = `delete ${resourceName(resource)}`
          const path = `${groups}/${encodeURIComponent(resource.id)}?${VERSION}`
          const answer = await api({ method: 'DELETE', path, doing }, signal)
          if (answer === null || answer.status !== 202) return 'gone'
          return follow(api, answer.headers.get('location'), followMs, doing, signal)
        },
        close() {},
      }
    },
  }
}

async function listGroups(api: AzureApi, groups: string, signal: AbortSignal): Promise<readonly CloudResource[]> {
  const doing = 'list resource groups'
  return allPages(doing, async link => {
    const answer = await api({ method: 'GET', path: link || `${groups}?${VERSION}`, doing }, signal)
    // A missing subscription is not an empty one.
    if (answer === null) throw new CleanerError('forbidden', doing, 'there is no such subscription')
    const body = jsonOf(answer, doing)
    if (!Array.isArray(body.value)) throw new CleanerError('unexpected', doing, FAILURE_MESSAGES.unexpected)
    return { items: arrayAt(body, 'value').map(groupOf), next: stringAt(body, 'nextLink') }
  })
}

function groupOf(group: unknown): CloudResource {
  const name = stringAt(group, 'name')
  const isGoing = stringAt(recordAt(group, 'properties'), 'provisioningState') === 'Deleting'
  // Its managing resource deletes a managed group.
  const isManaged = stringAt(group, 'managedBy') !== ''
  return {
    kind: 'resource-group',
    id: name,
    place: stringAt(group, 'location'),
    name,
    tags: textsAt(group, 'tags'),
    madeByKubernetes: false,
    condition: isGoing ? 'going' : isManaged ? 'used' : 'idle',
    ofProvider: OWN_GROUPS.has(name.toLowerCase()),
  }
}

/** Follows a deletion for a short time; the next inventory shows later results. Throws CleanerError. */
async function follow(
  api: AzureApi,
  location: string | null,
  followMs: number,
  doing: string,
  signal: AbortSignal,
): Promise<Deletion> {
  for (let check = 0; location !== null && check < FOLLOWED; check++) {
    await sleep(followMs, undefined, { signal })
    const answer = await api({ method: 'GET', path: location, doing }, signal)
    if (answer === null || answer.status !== 202) return 'gone'
  }
  return 'accepted'
}
