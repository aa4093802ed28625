import { describe, expect, test } from 'vitest'
import { callRefusal } from './action-call.ts'

const KNOWN = `40${'ab'.repeat(20)}`
const OWN = {
  host: 'console.example',
  origin: 'https://console.example',
  'next-action': KNOWN,
  'content-type': 'text/plain;charset=UTF-8',
}

const statusOf = (more: Readonly<Record<string, string | null>>) => {
  const given = Object.entries({ ...OWN, ...more }).filter((entry): entry is [string, string] => entry[1] !== null)
  return callRefusal(new Headers(given), id => id === KNOWN)?.status ?? null
}

describe('a call of an action', () => {
  test.each([
    ['of an own page', {}, null],
    ['with a file', { 'content-type': 'multipart/form-data; boundary=x' }, null],
    ['behind a proxy', { host: 'internal:3000', 'x-forwarded-host': 'console.example' }, null],
    ['that says only how it was fetched', { origin: null, 'sec-fetch-site': 'same-origin' }, null],
    ['as large as may be', { 'content-length': '2000000' }, null],
    ['that says nothing of where it comes from', { origin: null }, 403],
    ['of another site', { origin: 'https://evil.example' }, 403],
    ['of another port', { origin: 'https://console.example:8443' }, 403],
    ['of a page without an origin', { origin: 'null' }, 403],
    ['of a page beside the console', { 'sec-fetch-site': 'same-site' }, 403],
    ['of another site under the name of this one', { 'sec-fetch-site': 'cross-site' }, 403],
    ['that is a form', { 'next-action': null, 'content-type': 'multipart/form-data; boundary=x' }, 400],
    ['with no id', { 'next-action': '' }, 400],
    ['with an id that cannot be one', { 'next-action': 'toString' }, 400],
    ['with an id of another build', { 'next-action': `60${'cd'.repeat(20)}` }, 404],
    ['with a body of another type', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
    ['with a body of no type', { 'content-type': null }, 415],
    ['that is too large', { 'content-length': '2000001' }, 413],
  ])('%s', (_, headers, status) => {
    expect(statusOf(headers)).toBe(status)
  })
})
