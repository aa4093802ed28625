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

/** Inventory of an empty account, where the answers to one action are others; and what was asked where, as `host region action`. */
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

test('an account whose lists are all there and empty is empty', async () => {
  expect(await inventory('none', '')).toMatchObject({ identity: '123456789012', resources: [] })
})

test('only the configured regions are asked, each for everything, and not which others there are', async () => {
  const regions = ['eu-west-1', 'ap-south-1']
  const { places, calls } = await inventory('none', '', regions)
  expect(places).toEqual(regions)
  const lists = ['ec2 DescribeAddresses', 'ec2 DescribeSnapshots', 'ec2 DescribeVolumes']
  // Both generations.
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
])('an answer to %s that says something else is not an empty list: %j', async (action, body) => {
  await expect(inventory(action, body)).rejects.toMatchObject({ name: 'CleanerError', failure: 'unexpected' })
})

test('a list that goes in circles is given up', async () => {
  const more = '<DescribeVolumesResponse><volumeSet/><nextToken>again</nextToken></DescribeVolumesResponse>'
  await expect(inventory('DescribeVolumes', more)).rejects.toMatchObject({ failure: 'unexpected' })
})
