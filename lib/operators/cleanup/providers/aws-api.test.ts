import { afterEach, expect, test } from 'vitest'
import { Secret } from '#lib/util/secret.ts'
import { HASTY } from '../testing/cloud-kit.ts'
import { type Served, serve } from '../testing/serve.ts'
import { createAwsCleaner } from './aws-cleaner.ts'

let served: Served | null = null
afterEach(async () => {
  await served?.close()
  served = null
})

const SECRET = new Map(['accessKeyID', 'secretAccessKey'].map(name => [name, 'x']))
const IDENTITY = '<GetCallerIdentityResult><Account>123456789012</Account></GetCallerIdentityResult>'
const EMPTY: Readonly<Record<string, string>> = {
  GetCallerIdentity: IDENTITY,
  DescribeVolumes: '<volumeSet/>',
  DescribeSnapshots: '<snapshotSet/>',
  DescribeAddresses: '<addressesSet/>',
  DescribeLoadBalancers:
    '<DescribeLoadBalancersResult><LoadBalancerDescriptions/><LoadBalancers/></DescribeLoadBalancersResult>',
}

/** Inventory of an empty account with other responses to one action, and the sent requests as `host region action`. */
async function inventory(action: string, body: string, regions = ['eu-central-1']) {
  const calls: string[] = []
  served = await serve(received => {
    const asked = new URLSearchParams(received.body).get('Action') ?? ''
    calls.push(`${received.url.pathname.slice(1).replace('/', ' ')} ${asked}`)
    const own = `<${asked}Response xmlns="http://example.com/">${EMPTY[asked]}</${asked}Response>`
    return { status: 200, body: asked === action ? body : own }
  })
  const { origin } = served
  const endpoint = (host: string, region: string) => `${origin}/${host}/${region}`
  const cleaner = createAwsCleaner({ regions, patience: HASTY, endpoint })
  const found = await cleaner.open(new Secret(SECRET)).inventory(AbortSignal.timeout(10_000))
  return { ...found, calls }
}

test('an account with complete and empty lists is empty', async () => {
  expect(await inventory('none', '')).toMatchObject({ identity: '123456789012', resources: [] })
})

test('requests only the configured regions, each completely, without listing regions', async () => {
  const regions = ['eu-west-1', 'ap-south-1']
  const { places, calls } = await inventory('none', '', regions)
  expect(places).toEqual(regions)
  const lists = ['ec2 DescribeAddresses', 'ec2 DescribeSnapshots', 'ec2 DescribeVolumes']
  // Both generations of load balancers.
  const balancers = Array<string>(2).fill('elasticloadbalancing DescribeLoadBalancers')
  const wanted = regions.flatMap(region => [...lists, ...balancers].map(each => each.replace(' ', ` ${region} `)))
  expect(calls.toSorted()).toEqual(['sts eu-west-1 GetCallerIdentity', ...wanted].toSorted())
})

test.each([
  ['GetCallerIdentity', '<GetCallerIdentityResponse/>'],
  ['DescribeVolumes', '<DescribeVolumesResponse><requestId>r</requestId></DescribeVolumesResponse>'],
  ['DescribeVolumes', '<html><body>Sign in to the guest network</body></html>'],
  ['DescribeVolumes', 'not XML'],
  ['DescribeVolumes', ''],
  ['DescribeSnapshots', `<DescribeVolumesResponse><volumeSet/></DescribeVolumesResponse>`],
  ['DescribeAddresses', '<DescribeAddressesResponse/>'],
  [
    'DescribeLoadBalancers',
    '<DescribeLoadBalancersResponse><DescribeLoadBalancersResult/></DescribeLoadBalancersResponse>',
  ],
])('an unexpected response to %s is not an empty list: %j', async (action, body) => {
  await expect(inventory(action, body)).rejects.toMatchObject({ name: 'CleanerError', failure: 'unexpected' })
})

test('fails on a cyclic list', async () => {
  const more = '<DescribeVolumesResponse><volumeSet/><nextToken>again</nextToken></DescribeVolumesResponse>'
  await expect(inventory('DescribeVolumes', more)).rejects.toMatchObject({ failure: 'unexpected' })
})
