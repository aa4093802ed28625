import { clearCredentialCache } from '@smithy/signature-v4'
import { mapConcurrently } from '#lib/util/concurrency.ts'
import { type Cleaner, type CloudResource, type OpenAccount, resourceName, secretField } from '../cleaner.ts'
import { CleanerError, FAILURE_MESSAGES } from '../cleaner-error.ts'
import type { Patience } from '../provider-call.ts'
import { type AwsApi, type AwsCall, createAwsApi, GONE } from './aws-api.ts'
import { listRegion } from './aws-lists.ts'
import { listAt, textAt } from './xml.ts'

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
