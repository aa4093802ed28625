import { createAzureCleaner } from '../providers/azure-cleaner.ts'
import { CANARY, type CloudStandIn, HASTY } from './cloud-kit.ts'
import { FakeCloud, type FakeResource } from './fake-cloud.ts'
import { type Received, type Reply, serve } from './serve.ts'

const SUBSCRIPTION = '00000000-1111-2222-3333-444444444444'
const CLIENT_SECRET = `${CANARY}~client.secret`
const TOKEN = `${CANARY}.access.token`

/** The sign-in and the resource groups of Azure, as far as the cleaner calls them (Azure REST references). */
export async function startAzure(): Promise<CloudStandIn> {
  const cloud = new FakeCloud()
  const served = await serve(received => answer(cloud, received))
  const secretWith = (clientSecret: string) =>
    new Map([
      ['subscriptionID', SUBSCRIPTION],
      ['tenantID', 'tenant-1'],
      ['clientID', 'client-1'],
      ['clientSecret', clientSecret],
    ])
  return {
    cloud,
    cleaner: createAzureCleaner({
      patience: HASTY,
      endpoints: { signIn: served.origin, manager: served.origin },
      followMs: 1,
    }),
    secret: secretWith(CLIENT_SECRET),
    wrongSecret: secretWith(`${CANARY}-another`),
    places: [
      ['resource-group', 'westeurope'],
      ['resource-group', 'northeurope'],
    ],
    identity: SUBSCRIPTION,
    origin: served.origin,
    close: served.close,
  }
}

function answer(cloud: FakeCloud, received: Received): Reply | null {
  const { url, method, headers, body } = received
  switch (cloud.fault()) {
    case 'silent':
      return null
    case 'throttled':
      return { status: 429, headers: { 'retry-after': '0' }, body: errorOf('SubscriptionRequestsThrottled') }
    case 'outage':
      return { status: 503, body: '<html>Service unavailable</html>' }
  }
  if (url.pathname === '/tenant-1/oauth2/v2.0/token') return token(new URLSearchParams(body))
  if (headers.authorization !== `Bearer ${TOKEN}`) return { status: 401, body: errorOf('InvalidAuthenticationToken') }
  if (url.searchParams.get('api-version') !== '2021-04-01')
    return { status: 400, body: errorOf('MissingApiVersionParameter') }
  const base = `/subscriptions/${SUBSCRIPTION}`
  if (url.pathname.startsWith(`${base}/operationresults/`)) {
    const id = url.pathname.slice(`${base}/operationresults/`.length)
    if (cloud.faults.stuck.has(id)) return { status: 409, body: errorOf('ResourceGroupDeletionBlocked') }
    cloud.remove(id)
    return { status: 200, body: '' }
  }
  if (url.pathname === `${base}/resourcegroups` && method === 'GET') return page(cloud, url)
  const id = url.pathname.slice(`${base}/resourcegroups/`.length)
  if (method !== 'DELETE') return { status: 405, body: errorOf('MethodNotAllowed') }
  if (cloud.find(id) === null) return { status: 404, body: errorOf('ResourceGroupNotFound') }
  const location = `${url.origin}${base}/operationresults/${id}?api-version=2021-04-01`
  return { status: 202, headers: { location, 'retry-after': '0' }, body: '' }
}

function token(form: URLSearchParams): Reply {
  const isKnown = form.get('client_id') === 'client-1' && form.get('client_secret') === CLIENT_SECRET
  if (form.get('grant_type') !== 'client_credentials' || !isKnown) {
    const said = { error: 'invalid_client', error_description: `AADSTS7000215: ${form.get('client_secret')} is wrong.` }
    return { status: 401, body: JSON.stringify(said) }
  }
  return { status: 200, body: JSON.stringify({ token_type: 'Bearer', expires_in: 3599, access_token: TOKEN }) }
}

function page(cloud: FakeCloud, url: URL): Reply {
  if (cloud.faults.darkPlace !== null) return { status: 500, body: errorOf('InternalServerError') }
  const { items, next } = cloud.page('resource-group', null, Number(url.searchParams.get('$skiptoken') ?? 0))
  const value = items.map((each: FakeResource) => ({
    id: `/subscriptions/${SUBSCRIPTION}/resourceGroups/${each.id}`,
    name: each.id,
    location: each.place,
    ...(each.used && { managedBy: '/subscriptions/another' }),
    properties: { provisioningState: 'Succeeded' },
  }))
  const link = `${url.origin}${url.pathname}?api-version=2021-04-01&$skiptoken=${next}`
  return { status: 200, body: JSON.stringify({ value, ...(next !== null && { nextLink: link }) }) }
}

function errorOf(code: string): string {
  return JSON.stringify({ error: { code, message: `The caller with ${CLIENT_SECRET} must not.` } })
}
