import { clearCredentialCache } from '@smithy/signature-v4'
import { mapConcurrently } from '#lib/util/concurrency.ts'
import { type Cleaner, type CloudResource, type OpenAccount, resourceName, secretField } from '../cleaner.ts'
import { CleanerError, FAILURE_MESSAGES } from '../cleaner-error.ts'
import { allPages, type Patience } from '../provider-call.ts'
import { type AwsApi, type AwsCall, allAt, createAwsApi, GONE, listAt, tagsOf, textAt } from './aws-api.ts'

/** Maximum of load balancers per request for tags (AWS). */
const TAGS_AT_ONCE = 20

const PLAIN = { madeByKubernetes: false, ofProvider: false } as const

/**
 * Lists the resources of a region that clusters of Gardener leave behind on AWS: volumes,
 * snapshots, addresses and load balancers of both generations.
 */
async function listRegion(api: AwsApi, region: string, signal: AbortSignal): Promise<readonly CloudResource[]> {
  const lists = [volumes, snapshots, addresses, classicBalancers, balancers]
  const found: CloudResource[] = []
  for (const list of lists) found.push(...(await list(api, region, signal)))
  return found
}

type List = typeof listRegion

const volumes: List = async (api, region, signal) => {
  const call = { service: 'ec2', region, action: 'DescribeVolumes', doing: `list volumes in ${region}` } as const
  const pages = await ec2Pages(api, { ...call, parameters: { MaxResults: '500' } }, signal)
  return pages.flatMap(page =>
    allAt(call.doing, page, 'volumeSet').flatMap(volume => {
      const status = textAt(volume, 'status')
      if (status === 'deleted') return []
      const condition = status === 'deleting' ? 'going' : status === 'in-use' ? 'used' : 'idle'
      return {
        ...PLAIN,
        kind: 'volume',
        id: textAt(volume, 'volumeId'),
        ...ec2Names(volume, region),
        condition,
      } as const
    }),
  )
}

const snapshots: List = async (api, region, signal) => {
  const call = { service: 'ec2', region, action: 'DescribeSnapshots', doing: `list snapshots in ${region}` } as const
  const pages = await ec2Pages(api, { ...call, parameters: { 'Owner.1': 'self', MaxResults: '1000' } }, signal)
  return pages.flatMap(page =>
    allAt(call.doing, page, 'snapshotSet').map(snapshot => {
      const id = textAt(snapshot, 'snapshotId')
      return { ...PLAIN, kind: 'snapshot', id, ...ec2Names(snapshot, region), condition: 'idle' } as const
    }),
  )
}

/** Elastic IP addresses; AWS lists them without pages. */
const addresses: List = async (api, region, signal) => {
  const call = { service: 'ec2', region, action: 'DescribeAddresses', doing: `list addresses in ${region}` } as const
  return allAt(call.doing, await api(call, signal), 'addressesSet').map(address => {
    const id = textAt(address, 'allocationId') || textAt(address, 'publicIp')
    const condition = textAt(address, 'associationId') === '' ? 'idle' : 'used'
    return { ...PLAIN, kind: 'address', id, ...ec2Names(address, region), condition } as const
  })
}

const classicBalancers: List = async (api, region, signal) => {
  const call = {
    service: 'elb',
    region,
    action: 'DescribeLoadBalancers',
    doing: `list load balancers in ${region}`,
  } as const
  const result = 'DescribeLoadBalancersResult'
  const pages = await markerPages(api, { ...call, parameters: { PageSize: '400' } }, result, signal)
  const names = pages
    .flatMap(page => allAt(call.doing, page, result, 'LoadBalancerDescriptions'))
    .map(each => textAt(each, 'LoadBalancerName'))
  const tags = await tagsOfAll(api, { ...call, member: 'LoadBalancerNames', key: 'LoadBalancerName' }, names, signal)
  return names.flatMap(name => balancerOf(name, name, region, tags.get(name)))
}

/** Network and application load balancers. */
const balancers: List = async (api, region, signal) => {
  const call = {
    service: 'elbv2',
    region,
    action: 'DescribeLoadBalancers',
    doing: `list load balancers in ${region}`,
  } as const
  const result = 'DescribeLoadBalancersResult'
  const pages = await markerPages(api, { ...call, parameters: { PageSize: '400' } }, result, signal)
  const found = pages.flatMap(page => allAt(call.doing, page, result, 'LoadBalancers'))
  const ids = found.map(each => textAt(each, 'LoadBalancerArn'))
  const tags = await tagsOfAll(api, { ...call, member: 'ResourceArns', key: 'ResourceArn' }, ids, signal)
  return found.flatMap(each => {
    const id = textAt(each, 'LoadBalancerArn')
    return balancerOf(id, textAt(each, 'LoadBalancerName'), region, tags.get(id))
  })
}

type Tags = Readonly<Record<string, string>>

/** Lists lag behind; a load balancer without an answer about tags no longer exists. */
function balancerOf(id: string, name: string, place: string, tags: Tags | undefined): readonly CloudResource[] {
  return tags === undefined ? [] : [{ ...PLAIN, kind: 'load-balancer', id, place, name, tags, condition: 'idle' }]
}

/**
 * Reads the tags of load balancers, which lists do not contain; deleted ones are missing from the
 * result.
 */
async function tagsOfAll(
  api: AwsApi,
  call: AwsCall & { readonly member: string; readonly key: string },
  ids: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, Tags>> {
  const found = new Map<string, Tags>()
  const ask = async (asked: readonly string[]): Promise<void> => {
    const { member, key, ...rest } = call
    const parameters = Object.fromEntries(asked.map((id, at) => [`${member}.member.${at + 1}`, id]))
    const answer = await api({ ...rest, action: 'DescribeTags', parameters }, signal)
    // One deleted load balancer fails the whole request, so each is requested separately then.
    if (answer === GONE && asked.length > 1) for (const id of asked) await ask([id])
    if (answer === GONE) return
    for (const each of allAt(rest.doing, answer, 'DescribeTagsResult', 'TagDescriptions')) {
      found.set(textAt(each, key), tagsOf(listAt(each, 'Tags')))
    }
    if (!asked.every(id => found.has(id))) throw new CleanerError('unexpected', rest.doing, FAILURE_MESSAGES.unexpected)
  }
  for (let from = 0; from < ids.length; from += TAGS_AT_ONCE) await ask(ids.slice(from, from + TAGS_AT_ONCE))
  return found
}

function ec2Names(node: unknown, place: string): Pick<CloudResource, 'place' | 'name' | 'tags'> {
  const tags = tagsOf(listAt(node, 'tagSet'))
  return { place, name: tags.Name ?? '', tags }
}

function ec2Pages(api: AwsApi, call: AwsCall, signal: AbortSignal): Promise<readonly unknown[]> {
  return allPages(call.doing, async token => {
    const parameters = { ...call.parameters, ...(token !== '' && { NextToken: token }) }
    const answer = await api({ ...call, parameters }, signal)
    return { items: [answer], next: textAt(answer, 'nextToken') }
  })
}

function markerPages(api: AwsApi, call: AwsCall, result: string, signal: AbortSignal): Promise<readonly unknown[]> {
  return allPages(call.doing, async token => {
    const parameters = { ...call.parameters, ...(token !== '' && { Marker: token }) }
    const answer = await api({ ...call, parameters }, signal)
    return { items: [answer], next: textAt(answer, result, 'NextMarker') }
  })
}

/** Options of the AWS cleaner. */
export interface AwsOptions {
  /**
   * Inspected regions, the first of them for calls without a region; null = all enabled regions of
   * the account.
   */
  readonly regions: readonly string[] | null
  readonly patience: Patience
  /** Address of a service in a region; default: the public one. */
  readonly endpoint?: (host: string, region: string) => string
}

/** Region for global calls. */
const HOME = 'us-east-1'

/** Concurrent regions of one account; rate limits apply per region. */
const REGIONS_AT_ONCE = 4

/** Cleans AWS accounts with the access key from Gardener's Secret. */
export function createAwsCleaner({ regions, patience, endpoint }: AwsOptions): Cleaner {
  return {
    provider: 'aws',
    version: '1',
    looksAt: ['load-balancer', 'address', 'volume', 'snapshot'],
    open(secret): OpenAccount {
      const accessKeyId = secretField(secret, 'accessKeyID').reveal()
      const secretAccessKey = secretField(secret, 'secretAccessKey')
      const api = createAwsApi({ accessKeyId, secretAccessKey }, patience, endpoint)
      return {
        async inventory(signal) {
          const home = regions?.[0] ?? HOME
          const identity = await accountOf(api, home, signal)
          const places = regions ?? (await enabledRegions(api, home, signal))
          const lists = await mapConcurrently(places, REGIONS_AT_ONCE, region => listRegion(api, region, signal))
          return { identity, places, resources: lists.flat() }
        },
        async delete(resource, signal) {
          return (await api(deletionOf(resource), signal)) === GONE ? 'gone' : 'accepted'
        },
        // Clears the signer's process-wide cache of derived keys; other accounts derive theirs
        // again.
        close: clearCredentialCache,
      }
    },
  }
}

async function accountOf(api: AwsApi, region: string, signal: AbortSignal): Promise<string> {
  const doing = 'find out which account this is'
  const answer = await api({ service: 'sts', region, action: 'GetCallerIdentity', doing }, signal)
  const account = textAt(answer, 'GetCallerIdentityResult', 'Account')
  if (/^\d{12}$/.test(account)) return account
  throw new CleanerError('unexpected', doing, FAILURE_MESSAGES.unexpected)
}

async function enabledRegions(api: AwsApi, region: string, signal: AbortSignal): Promise<readonly string[]> {
  const doing = 'list the regions of the account'
  const answer = await api({ service: 'ec2', region, action: 'DescribeRegions', doing }, signal)
  const regions = listAt(answer, 'regionInfo').map(each => textAt(each, 'regionName'))
  if (regions.length > 0 && regions.every(name => /^[a-z0-9-]{3,40}$/.test(name))) return regions
  throw new CleanerError('unexpected', doing, FAILURE_MESSAGES.unexpected)
}

function deletionOf(resource: CloudResource): AwsCall {
  const { kind, id, place: region } = resource
  const doing = `delete ${resourceName(resource)}`
  const call = { region, doing }
  switch (kind) {
    case 'volume':
      return { ...call, service: 'ec2', action: 'DeleteVolume', parameters: { VolumeId: id } }
    case 'snapshot':
      return { ...call, service: 'ec2', action: 'DeleteSnapshot', parameters: { SnapshotId: id } }
    case 'address':
      return { ...call, service: 'ec2', action: 'ReleaseAddress', parameters: { AllocationId: id } }
    case 'load-balancer':
      return id.startsWith('arn:')
        ? { ...call, service: 'elbv2', action: 'DeleteLoadBalancer', parameters: { LoadBalancerArn: id } }
        : { ...call, service: 'elb', action: 'DeleteLoadBalancer', parameters: { LoadBalancerName: id } }
    default:
      throw new CleanerError('unexpected', doing, 'this cleaner did not list it')
  }
}
