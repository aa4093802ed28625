import { createCipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { decode, encode } from 'next-auth/jwt'
import { afterEach, expect, test, vi } from 'vitest'
import { Secret } from '#lib/util/secret.ts'
import { callbackCookie, readToken, sessionCookie, sessionCookies } from './session-cookie.ts'

afterEach(() => void vi.useRealTimers())

const KEY = 'a secret of tests'
const SAID = { session: 's-1', sub: 'viewer', signedInAt: 5 }

test('a cookie decodes to the same token until it expires', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const secret = new Secret(KEY)
  const cookie = await encode({ token: SAID, secret: KEY, maxAge: 60 })
  for (const after of [0, 1_000, 59_000]) {
    vi.setSystemTime(Date.now() + after)
    expect(await readToken(secret, cookie)).toEqual({ session: 's-1', userId: 'viewer', signedInAt: 5 })
    vi.setSystemTime(Date.now() - after)
  }
  // The library tolerates a clock skew of 15 s.
  vi.setSystemTime(Date.now() + 76_000)
  expect(await readToken(secret, cookie)).toBeNull()
})

test.each([
  ['no cookie', async () => undefined],
  ['another secret', () => encode({ token: SAID, secret: 'another secret' })],
  ['no session', () => encode({ token: { sub: 'viewer', signedInAt: 5 }, secret: KEY })],
  ['no token at all', async () => 'a.b.c.d.e'],
])('a cookie with %s decodes to nothing, also when repeated', async (_, made) => {
  const secret = new Secret(KEY)
  const cookie = await made()
  expect(await readToken(secret, cookie)).toBeNull()
  expect(await readToken(secret, cookie)).toBeNull()
})

test('a cookie decoded with one secret is invalid with another', async () => {
  const cookie = await encode({ token: SAID, secret: KEY })
  expect(await readToken(new Secret(KEY), cookie)).not.toBeNull()
  expect(await readToken(new Secret('another secret'), cookie)).toBeNull()
})

test('refuses any algorithm other than that of next-auth, even with the right key', async () => {
  const [header = ''] = (await encode({ token: SAID, secret: KEY })).split('.')
  expect(Buffer.from(header, 'base64url').toString()).toBe('{"alg":"dir","enc":"A256GCM"}')
  const cookie = sealedByCbc({ ...SAID, exp: Math.ceil(Date.now() / 1_000) + 60 })
  expect(await decode({ token: cookie, secret: KEY })).toMatchObject(SAID)
  expect(await readToken(new Secret(KEY), cookie)).toBeNull()
})

/** Encrypts with A128CBC-HS256 of RFC 7518, with the key that next-auth derives. */
function sealedByCbc(token: object): string {
  const key = Buffer.from(hkdfSync('sha256', KEY, '', 'NextAuth.js Generated Encryption Key', 32))
  const header = Buffer.from('{"alg":"dir","enc":"A128CBC-HS256"}').toString('base64url')
  const iv = randomBytes(16)
  const cipher = createCipheriv('aes-128-cbc', key.subarray(16), iv)
  const sealed = Buffer.concat([cipher.update(JSON.stringify(token)), cipher.final()])
  const bits = Buffer.alloc(8)
  bits.writeBigUInt64BE(BigInt(header.length * 8))
  const mac = createHmac('sha256', key.subarray(0, 16))
  const tag = mac.update(header).update(iv).update(sealed).update(bits).digest().subarray(0, 16)
  return [header, '', ...[iv, sealed, tag].map(part => part.toString('base64url'))].join('.')
}

test('every cookie of a console behind https has the prefix of its host, and is not sent over http', () => {
  const names = [
    sessionCookie(true),
    callbackCookie(true),
    ...Object.values(sessionCookies(true)).map(({ name }) => name),
  ]
  expect(names.filter(name => !name.startsWith('__Host-'))).toEqual([])
  for (const { options } of Object.values(sessionCookies(true)))
    expect(options).toMatchObject({ httpOnly: true, secure: true, sameSite: 'lax', path: '/' })
  expect(sessionCookie(false)).not.toContain('__Host-')
})
