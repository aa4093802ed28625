import { expect, test } from 'vitest'
import { beginsAsItMay, failureOfAddress, isAddress, methodsOf, stepOf } from './sign-in-steps.ts'

test.each([
  ['GET', 'csrf', 'free'],
  ['GET', 'providers', 'free'],
  ['GET', 'session', null],
  ['POST', 'session', null],
  ['GET', 'error', null],
  ['GET', 'signin', null],
  ['GET', 'signin/oidc', null],
  ['POST', 'signin/oidc', 'attempt'],
  ['POST', 'signin/demo', 'attempt'],
  ['GET', 'callback/oidc', 'attempt'],
  ['POST', 'callback/oidc', null],
  ['GET', 'callback/demo', null],
  ['POST', 'callback/demo', 'attempt'],
  ['POST', 'callback/demo/x', null],
  ['GET', 'signout', null],
  ['POST', 'signout', 'free'],
  ['POST', '_log', null],
  ['GET', 'verify-request', null],
  ['GET', 'toString', null],
])('%s %s is %j', (method, path, step) => {
  expect(stepOf(method, path.split('/'))).toBe(step)
})

test('another method is refused with the allowed one', () => {
  expect(methodsOf(['callback', 'demo'])).toEqual(['POST'])
  expect(methodsOf(['session'])).toEqual([])
})

test.each([
  ['', true],
  ['?prompt=login&max_age=0', true],
  ['?max_age=0&prompt=login', true],
  ['?prompt=none', false],
  ['?max_age=0', false],
  ['?prompt=login&max_age=0&max_age=9999', false],
  ['?scope=openid+admin', false],
  ['?redirect_uri=https://evil.example', false],
])('a sign-in that starts with %j is allowed: %j', (query, may) => {
  expect(beginsAsItMay(new URL(`http://console/api/auth/signin/oidc${query}`))).toBe(may)
})

test.each([
  ['/', true],
  ['/shoots?q=a', true],
  ['http://127.0.0.1:3000/pools', true],
  ['https://console.example.com', true],
  ['', false],
  ['x', false],
  ['a b', false],
  ['javascript:alert(1)', false],
  ['http://x:99999', false],
  ['http://127.0.0.1:4131.evil.com/', false],
])('%j is an address: %s', (place, expected) => expect(isAddress(place)).toBe(expected))

test.each([
  ['https://accounts.example.com/authorize?state=x', null],
  ['/pools', null],
  ['javascript:alert(1)?client_id=hap', 'issuer'],
  ['data:text/html,x', 'issuer'],
  ['http://127.0.0.1:3000/api/auth/error?error=Callback', 'failed'],
])('a sign-in that leads to %s fails for %j', (address, failure) => {
  expect(failureOfAddress(address)).toBe(failure)
})
