import { expect, test } from 'vitest'
import { LOCAL_HEADER } from '#lib/http/gate-headers.ts'
import { mayUseDemoUsers } from './demo-users.ts'

const [NEAR, FAR] = [{ [LOCAL_HEADER]: 'yes' }, {}]

test.each([
  [{ demoUsers: true, demoIsLocal: false }, FAR, true],
  [{ demoUsers: true, demoIsLocal: true }, NEAR, true],
  [{ demoUsers: true, demoIsLocal: true }, FAR, false],
  [{ demoUsers: false, demoIsLocal: true }, NEAR, false],
  [{ demoUsers: false, demoIsLocal: false }, NEAR, false],
])('with %j, a request with %j is offered demo users: %j', (auth, headers, offered) => {
  expect(mayUseDemoUsers(auth, new Headers(headers))).toBe(offered)
})
