import { afterEach, expect, test } from 'vitest'
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

/** Inventory of an empty account, where the answers to one action are others. */
async function inventory(action: string, body: string) {
  served = await serve(received => {
    const asked = new URLSearchParams(received.body).get('Action') ?? ''
    const own = `<${asked}Response xmlns="http://example.com/">${EMPTY[asked]}</${asked}Response>`
    return { status: 200, body: asked === action ? body : own }
  })
  const { origin } = served
  const cleaner = createAwsCleaner({ regions: ['eu-central-1'], patience: HASTY, endpoint: () => `${origin}/` })
  return cleaner.open(SECRET).inventory(AbortSignal.timeout(10_000))
}

test('an account whose lists are all there and empty is empty', async () => {
  expect(await inventory('none', '')).toMatchObject({ identity: '123456789012', resources: [] })
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
