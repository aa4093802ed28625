import { afterEach, expect, test } from 'vitest'
import { Secret } from '#lib/util/secret.ts'
import { HASTY } from '../testing/cloud-kit.ts'
import { type Reply, type Served, serve } from '../testing/serve.ts'
import { createAzureCleaner } from './azure-cleaner.ts'

const servers: Served[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
})

const SECRET = new Map(['subscriptionID', 'tenantID', 'clientID', 'clientSecret'].map(name => [name, 'x']))
const SIGNED_IN: Reply = { status: 200, body: JSON.stringify({ access_token: 'c4n4ry', expires_in: 3599 }) }

test('a token is sent only to the resource manager, even if a response links elsewhere', async () => {
  const seen: (string | undefined)[] = []
  const stranger = await serve(({ headers }) => {
    seen.push(headers.authorization)
    return { status: 200, body: '{"value":[]}' }
  })
  const manager = await serve(({ url }) =>
    url.pathname.includes('oauth2')
      ? SIGNED_IN
      : { status: 200, body: JSON.stringify({ value: [], nextLink: `${stranger.origin}/more` }) },
  )
  servers.push(stranger, manager)
  const endpoints = { signIn: manager.origin, manager: manager.origin }
  const account = createAzureCleaner({ patience: HASTY, endpoints, followMs: 1 }).open(new Secret(SECRET))
  await expect(account.inventory(AbortSignal.timeout(5_000))).rejects.toMatchObject({ failure: 'unexpected' })
  expect(seen).toEqual([])
})

test.each([
  ['no JSON', '<html></html>'],
  ['without a list', '{}'],
  ['with an invalid list', '{"value":"none"}'],
])('a response %s is not an empty subscription', async (_, body) => {
  const manager = await serve(({ url }) => (url.pathname.includes('oauth2') ? SIGNED_IN : { status: 200, body }))
  servers.push(manager)
  const endpoints = { signIn: manager.origin, manager: manager.origin }
  const account = createAzureCleaner({ patience: HASTY, endpoints, followMs: 1 }).open(new Secret(SECRET))
  await expect(account.inventory(AbortSignal.timeout(5_000))).rejects.toMatchObject({ failure: 'unexpected' })
})
