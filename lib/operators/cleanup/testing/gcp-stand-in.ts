import { createVerify, generateKeyPairSync } from 'node:crypto'
import { createGcpCleaner } from '../providers/gcp-cleaner.ts'
import { CANARY, type CloudStandIn, HASTY } from './cloud-kit.ts'
import { FakeCloud, type FakeResource } from './fake-cloud.ts'
import { type Received, type Reply, serve } from './serve.ts'

const PROJECT_ID = 'hap-account-1'
const EMAIL = `gardener@${PROJECT_ID}.iam.gserviceaccount.com`

const KINDS = { disks: 'disk', addresses: 'address', forwardingRules: 'forwarding-rule' } as const
type Collection = keyof typeof KINDS

const AGGREGATED = {
  disks: 'compute#diskAggregatedList',
  addresses: 'compute#addressAggregatedList',
  forwardingRules: 'compute#forwardingRuleAggregatedList',
} as const

const PLACES = [
  ['disk', 'zones/europe-west1-b'],
  ['disk', 'regions/europe-west1'],
  ['address', 'regions/europe-west1'],
  ['address', 'global'],
  ['forwarding-rule', 'regions/europe-west1'],
] as const

/** Compute Engine, as far as the cleaner calls it (Google API reference). */
export async function startGcp(): Promise<CloudStandIn> {
  const cloud = new FakeCloud()
  const [own, another] = [keyPair(), keyPair()]
  const served = await serve(received => answer(cloud, received, own.publicKey))
  const secretWith = (privateKey: string) => {
    const file = { type: 'service_account', project_id: PROJECT_ID, client_email: EMAIL, private_key: privateKey }
    return new Map([['serviceaccount.json', JSON.stringify({ ...file, private_key_id: CANARY })]])
  }
  return {
    cloud,
    cleaner: createGcpCleaner({ patience: HASTY, origin: served.origin, followMs: 1 }),
    secret: secretWith(own.privateKey),
    wrongSecret: secretWith(another.privateKey),
    places: PLACES,
    identity: PROJECT_ID,
    origin: served.origin,
    close: served.close,
  }
}

function keyPair() {
  return generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
}

function answer(cloud: FakeCloud, { url, method, headers }: Received, publicKey: string): Reply | null {
  switch (cloud.fault()) {
    case 'silent':
      return null
    case 'throttled':
      return errorOf(403, 'rateLimitExceeded')
    case 'outage':
      return errorOf(503, 'backendError')
  }
  if (!isSigned(headers.authorization ?? '', publicKey)) return errorOf(401, 'authError')
  const base = `/compute/v1/projects/${PROJECT_ID}/`
  const parts = url.pathname.slice(base.length).split('/')
  if (!url.pathname.startsWith(base)) return errorOf(404, 'notFound')
  if (parts[0] === 'aggregated') return page(cloud, url, parts[1] as Collection)
  if (parts.at(-2) === 'operations') return operation(cloud, parts.at(-1) ?? '')
  const id = decodeURIComponent(parts.at(-1) ?? '')
  const place = parts.slice(0, -2).join('/')
  if (method !== 'DELETE') return errorOf(405, 'methodNotAllowed')
  if (cloud.find(id)?.place !== place) return errorOf(404, 'notFound')
  if (cloud.find(id)?.used) return errorOf(400, 'resourceInUseByAnotherResource')
  return ok({ kind: 'compute#operation', name: `operation-${id}`, status: 'PENDING' })
}

/** Reading the operation completes the deletion. */
function operation(cloud: FakeCloud, name: string): Reply {
  const outcome = cloud.remove(name.slice('operation-'.length))
  if (outcome !== 'refused') return ok({ name, status: 'DONE' })
  return ok({
    name,
    status: 'DONE',
    error: { errors: [{ code: 'RESOURCE_IN_USE_BY_ANOTHER_RESOURCE', message: CANARY }] },
  })
}

function page(cloud: FakeCloud, url: URL, collection: Collection): Reply {
  const kind = KINDS[collection]
  const { items, next } = cloud.page(kind, null, Number(url.searchParams.get('pageToken') ?? 0))
  const places = PLACES.filter(([other]) => other === kind).map(([, place]) => place)
  const scoped = places.map(place => {
    if (place === cloud.faults.darkPlace) return [place, { warning: { code: 'UNREACHABLE', message: CANARY } }]
    const own = items.filter(each => each.place === place).map(each => shown(each, collection))
    return [place, own.length > 0 ? { [collection]: own } : { warning: { code: 'NO_RESULTS_ON_PAGE' } }]
  })
  return ok({
    kind: AGGREGATED[collection],
    items: Object.fromEntries(scoped),
    ...(next !== null && { nextPageToken: String(next) }),
  })
}

function shown({ id, cluster, used }: FakeResource, collection: Collection) {
  const described = JSON.stringify({ 'kubernetes.io/service-name': 'shop/web' })
  const marks =
    cluster === null
      ? { description: 'by hand' }
      : isLabelled(id)
        ? { labels: { 'k8s-cluster-name': cluster } }
        : { description: described }
  return {
    name: id,
    status: collection === 'disks' ? 'READY' : 'RESERVED',
    ...marks,
    ...(used && { users: ['another'] }),
  }
}

/** Some are known by a label, some by their description only. */
const isLabelled = (id: string) => Number(id.at(-1)) % 2 === 0

function isSigned(authorization: string, publicKey: string): boolean {
  const [head = '', claims = '', signature = ''] = authorization.replace(/^Bearer /, '').split('.')
  const verifier = createVerify('RSA-SHA256').update(`${head}.${claims}`)
  if (!verifier.verify(publicKey, Buffer.from(signature, 'base64url'))) return false
  const said = JSON.parse(Buffer.from(claims, 'base64url').toString('utf8'))
  return said.iss === EMAIL && said.scope.includes('/auth/compute') && said.exp * 1000 > Date.now()
}

function ok(body: object): Reply {
  return { status: 200, body: JSON.stringify(body) }
}

function errorOf(code: number, reason: string): Reply {
  const message = `The caller with ${CANARY} must not.`
  return {
    status: code,
    body: JSON.stringify({ error: { code, message, errors: [{ message, domain: 'global', reason }] } }),
  }
}
