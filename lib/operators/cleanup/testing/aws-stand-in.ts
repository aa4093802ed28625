import { createAwsCleaner } from '../providers/aws-cleaner.ts'
import { isSignedWith } from './aws-signature.ts'
import { CANARY, type CloudStandIn, HASTY } from './cloud-kit.ts'
import { FakeCloud, type FakeResource } from './fake-cloud.ts'
import { type Received, type Reply, serve } from './serve.ts'

const ACCOUNT = '123456789012'
const KEY_ID = 'AKIAEXAMPLE'
const SECRET_KEY = `${CANARY}/secret+key=`
const REGIONS = ['eu-central-1', 'us-east-1'] as const

/** EC2, both generations of load balancing, and STS, as far as the cleaner calls them (AWS API references). */
export async function startAws(): Promise<CloudStandIn> {
  const cloud = new FakeCloud()
  const served = await serve(received => answer(cloud, received))
  return {
    cloud,
    cleaner: createAwsCleaner({
      regions: null,
      patience: HASTY,
      endpoint: (host, region) => `${served.origin}/${host}/${region}`,
    }),
    secret: new Map([
      ['accessKeyID', KEY_ID],
      ['secretAccessKey', SECRET_KEY],
    ]),
    wrongSecret: new Map([
      ['accessKeyID', KEY_ID],
      ['secretAccessKey', `${CANARY}-another`],
    ]),
    places: REGIONS.flatMap(region =>
      (['volume', 'snapshot', 'address', 'load-balancer'] as const).map(kind => [kind, region] as const),
    ),
    identity: ACCOUNT,
    origin: served.origin,
    close: served.close,
  }
}

function answer(cloud: FakeCloud, received: Received): Reply | null {
  const [, host = '', region = ''] = received.url.pathname.split('/')
  const failed = host === 'ec2' ? ec2Error : queryError
  switch (cloud.fault()) {
    case 'silent':
      return null
    case 'throttled':
      return host === 'ec2' ? failed(503, 'RequestLimitExceeded') : failed(400, 'Throttling')
    case 'outage':
      return { status: 502, body: '<html>Bad gateway</html>' }
  }
  if (!isSignedWith(received, KEY_ID, SECRET_KEY)) {
    return host === 'ec2' ? failed(401, 'AuthFailure') : failed(403, 'SignatureDoesNotMatch')
  }
  if (cloud.faults.darkPlace === region && host !== 'sts') return failed(500, 'InternalError')
  const form = new URLSearchParams(received.body)
  const of = (name: string) => form.get(name) ?? ''
  const from = Number(of('NextToken') || of('Marker') || 0)
  const isV2 = of('Version') === '2015-12-01'
  switch (of('Action')) {
    case 'GetCallerIdentity':
      return ok('GetCallerIdentity', result('GetCallerIdentity', `<Account>${ACCOUNT}</Account>`))
    case 'DescribeRegions':
      return ok(
        'DescribeRegions',
        `<regionInfo>${REGIONS.map(name => `<item><regionName>${name}</regionName></item>`).join('')}</regionInfo>`,
      )
    case 'DescribeVolumes': {
      const { items, next } = cloud.page('volume', region, from)
      const item = (each: FakeResource) =>
        `<volumeId>${each.id}</volumeId><status>${each.used ? 'in-use' : 'available'}</status>${ec2Tags(each)}`
      return ok('DescribeVolumes', ec2Set('volumeSet', items, item) + token('nextToken', next))
    }
    case 'DescribeSnapshots': {
      if (of('Owner.1') !== 'self') return failed(400, 'InvalidParameterValue')
      const { items, next } = cloud.page('snapshot', region, from)
      const item = (each: FakeResource) =>
        `<snapshotId>${each.id}</snapshotId><status>completed</status>${ec2Tags(each)}`
      return ok('DescribeSnapshots', ec2Set('snapshotSet', items, item) + token('nextToken', next))
    }
    case 'DescribeAddresses': {
      const items: FakeResource[] = []
      for (let at: number | null = 0; at !== null; ) {
        const page = cloud.page('address', region, at)
        items.push(...page.items)
        at = page.next
      }
      const association = ({ used }: FakeResource) => (used ? '<associationId>eipassoc-1</associationId>' : '')
      const item = (each: FakeResource) =>
        `<publicIp>192.0.2.1</publicIp><allocationId>${each.id}</allocationId>${association(each)}${ec2Tags(each)}`
      return ok('DescribeAddresses', ec2Set('addressesSet', items, item))
    }
    case 'DescribeLoadBalancers': {
      // Every second one is of the older generation.
      const { items, next } = cloud.page('load-balancer', region, from)
      const own = items.filter(each => isNew(each.id) === isV2)
      const list = isV2
        ? own.map(
            each =>
              `<member><LoadBalancerArn>${arnOf(each.id)}</LoadBalancerArn><LoadBalancerName>${each.id}</LoadBalancerName></member>`,
          )
        : own.map(each => `<member><LoadBalancerName>${each.id}</LoadBalancerName></member>`)
      const name = isV2 ? 'LoadBalancers' : 'LoadBalancerDescriptions'
      return ok(
        'DescribeLoadBalancers',
        result('DescribeLoadBalancers', `<${name}>${list.join('')}</${name}>${token('NextMarker', next)}`),
      )
    }
    case 'DescribeTags': {
      const member = isV2 ? 'ResourceArns' : 'LoadBalancerNames'
      const asked = [...form].filter(([key]) => key.startsWith(`${member}.member.`)).map(([, value]) => value)
      if (asked.length > 20) return failed(400, 'ValidationError')
      if (asked.some(id => cloud.find(idOf(id)) === null)) return failed(400, 'LoadBalancerNotFound')
      const key = isV2 ? 'ResourceArn' : 'LoadBalancerName'
      const list = asked.map(
        id => `<member><${key}>${id}</${key}><Tags>${elbTags(cloud.find(idOf(id)))}</Tags></member>`,
      )
      return ok('DescribeTags', result('DescribeTags', `<TagDescriptions>${list.join('')}</TagDescriptions>`))
    }
    case 'DeleteVolume':
      return deleted(cloud, of('VolumeId'), 'InvalidVolume.NotFound', 'VolumeInUse', of('Action'))
    case 'DeleteSnapshot':
      return deleted(cloud, of('SnapshotId'), 'InvalidSnapshot.NotFound', 'InvalidSnapshot.InUse', of('Action'))
    case 'ReleaseAddress':
      return deleted(cloud, of('AllocationId'), 'InvalidAllocationID.NotFound', 'InvalidIPAddress.InUse', of('Action'))
    case 'DeleteLoadBalancer': {
      // It is no error to delete one that is gone.
      const outcome = cloud.remove(idOf(of('LoadBalancerArn') || of('LoadBalancerName')))
      return outcome === 'refused'
        ? failed(400, 'OperationNotPermitted')
        : ok('DeleteLoadBalancer', '<DeleteLoadBalancerResult/>')
    }
    default:
      return failed(400, 'InvalidAction')
  }
}

function deleted(cloud: FakeCloud, id: string, missing: string, refused: string, action: string): Reply {
  const outcome = cloud.remove(id)
  if (outcome === 'deleted') return ok(action, '<return>true</return>')
  return ec2Error(400, outcome === 'missing' ? missing : refused)
}

const isNew = (id: string) => Number(id.at(-1)) % 2 === 0
const arnOf = (id: string) =>
  `arn:aws:elasticloadbalancing:eu-central-1:${ACCOUNT}:loadbalancer/net/${id}/50dc6c495c0c9188`
const idOf = (text: string) => (text.startsWith('arn:') ? (text.split('/')[2] ?? '') : text)

function ok(action: string, body: string): Reply {
  return {
    status: 200,
    body: `<?xml version="1.0" encoding="UTF-8"?>\n<${action}Response xmlns="http://example.com/">${body}</${action}Response>`,
  }
}

function result(action: string, body: string): string {
  return `<${action}Result>${body}</${action}Result><ResponseMetadata><RequestId>r-1</RequestId></ResponseMetadata>`
}

function ec2Error(status: number, code: string): Reply {
  const error = `<Error><Code>${code}</Code><Message>The request with ${SECRET_KEY} failed.</Message></Error>`
  return {
    status,
    body: `<?xml version="1.0"?><Response><Errors>${error}</Errors><RequestID>r-1</RequestID></Response>`,
  }
}

function queryError(status: number, code: string): Reply {
  const error = `<Error><Type>Sender</Type><Code>${code}</Code><Message>The request with ${SECRET_KEY} failed.</Message></Error>`
  return { status, body: `<ErrorResponse>${error}<RequestId>r-1</RequestId></ErrorResponse>` }
}

function ec2Set(name: string, items: readonly FakeResource[], item: (each: FakeResource) => string): string {
  return items.length === 0
    ? `<${name}/>`
    : `<${name}>${items.map(each => `<item>${item(each)}</item>`).join('')}</${name}>`
}

function ec2Tags({ cluster }: FakeResource): string {
  return cluster === null
    ? '<tagSet><item><key>Name</key><value>by hand &amp; alone</value></item></tagSet>'
    : `<tagSet><item><key>kubernetes.io/cluster/${cluster}</key><value>owned</value></item></tagSet>`
}

function elbTags(resource: FakeResource | null): string {
  const cluster = resource?.cluster ?? null
  return cluster === null ? '' : `<member><Key>kubernetes.io/cluster/${cluster}</Key><Value>owned</Value></member>`
}

function token(name: string, next: number | null): string {
  return next === null ? '' : `<${name}>${next}</${name}>`
}
