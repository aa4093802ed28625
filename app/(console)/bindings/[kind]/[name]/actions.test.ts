import { beforeEach, expect, test, vi } from 'vitest'
import { Secret } from '#lib/util/secret.ts'
import { changedBy } from './actions.ts'

const world = vi.hoisted(() => ({ cookie: '', asked: [] as string[] }))
const SECRET = 'of-this-test-and-nothing-else-at-all'

vi.mock('next/headers', () => ({
  cookies: async () => ({ get: () => ({ value: world.cookie }) }),
  headers: async () => new Headers(),
}))
vi.mock('#lib/telemetry/log.ts', () => ({ logError: () => 'reference' }))
vi.mock('#lib/runtime.ts', () => ({
  runtime: () => ({
    auth: {
      secret: new Secret(SECRET),
      https: false,
      sessions: {
        check: async (id: string) => (id === 'lasts' ? { id: 'viewer', name: 'Vera', role: 'viewer' } : null),
      },
    },
    store: {
      get db() {
        world.asked.push('the database')
        throw new Error('The database was asked.')
      },
    },
  }),
}))

const BINDING = { kind: 'CredentialsBinding', namespace: 'garden', name: 'a' }

async function cookieOf(session: string): Promise<string> {
  const { encode } = await import('next-auth/jwt')
  return encode({ token: { session, sub: 'viewer', signedInAt: 1 }, secret: SECRET })
}

beforeEach(() => {
  world.asked = []
})

test.each([
  ['a request without a session', async () => ''],
  ['a request with an ended session', () => cookieOf('over')],
])('returns no authors of a change for %s without a query of the database', async (_, cookie) => {
  world.cookie = await cookie()
  expect(await changedBy(BINDING, { from: 1, to: 2 })).toBeNull()
  expect(world.asked).toEqual([])
})

test('queries the database for a viewer', async () => {
  world.cookie = await cookieOf('lasts')
  await changedBy(BINDING, { from: 1, to: 2 })
  expect(world.asked).toEqual(['the database'])
})
