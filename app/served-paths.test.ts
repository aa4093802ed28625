import { expect, test } from 'vitest'
import { isServed } from './served-paths.ts'

test.each([
  ['/', ['web'], true],
  ['/api/v1/pools', ['web', 'operators'], true],
  ['/', ['operators'], false],
  ['/api/v1/pools', ['operators'], false],
  ['/sign-in', ['operators'], false],
  ['/healthz', ['operators'], true],
  ['/readyz', ['operators'], true],
  ['/healthzz', ['operators'], false],
] as const)('%s in a process for %j: %j', (pathname, roles, served) => {
  expect(isServed(pathname, [...roles])).toBe(served)
})
