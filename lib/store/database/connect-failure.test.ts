import { expect, test } from 'vitest'
import { connectFailure } from './connect-failure.ts'

const failure = (code: string | null, message = 'RAW hush') =>
  connectFailure(Object.assign(new Error(message), code === null ? {} : { code }))

test.each([
  ['28P01', /refuses the password of DATABASE_URL/, true],
  ['28000', /refuses the user/, true],
  ['3D000', /no database of the name/, true],
  ['53300', /no connection left/, false],
  ['57P03', /is starting/, false],
  ['ECONNREFUSED', /Nothing listens/, false],
  ['ENOTFOUND', /host name in DATABASE_URL is not known/, false],
  ['ETIMEDOUT', /gives no answer/, false],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', /certificate of the server is not trusted/, true],
  ['ERR_TLS_CERT_ALTNAME_INVALID', /certificate of the server is not trusted/, true],
])('names the cause of %s', (code, reason, isRefusal) => {
  expect(failure(code)).toEqual({ reason: expect.stringMatching(reason), isRefusal })
  expect(failure(code)?.reason).not.toMatch(/RAW|hush/)
})

test.each([
  ['The server does not support SSL connections', null, /offers no TLS/],
  ['no pg_hba.conf entry for host "10.0.0.1", user "hap", no encryption', '28000', /pg_hba\.conf of the server/],
  ['timeout expired', null, /gives no answer/],
])('recognises the message %s', (message, code, reason) => {
  expect(failure(code, message)?.reason).toMatch(reason)
})

test('is null for an unknown cause', () => {
  expect(failure('XX000')).toBeNull()
  expect(connectFailure('text')).toBeNull()
})
