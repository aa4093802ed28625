import { expect, test } from 'vitest'
import { MAX_JOB_TARGETS } from '#lib/hap/actions/job.ts'
import config from '../../next.config.js'
import { MAX_BODY_BYTES, sizeRefusal } from './body-limit.ts'

test('Next.js reads as much of an action call as the console accepts', () => {
  expect(config('').experimental?.serverActions?.bodySizeLimit).toBe(MAX_BODY_BYTES)
})

test('the largest possible job fits', () => {
  const longest = { kind: 'CredentialsBinding', name: 'n'.repeat(253), seenVersion: '9'.repeat(64) }
  const targets = Array.from({ length: MAX_JOB_TARGETS }, () => longest)
  const order = {
    action: 'unmark-internal',
    reason: '\u{10ffff}'.repeat(500),
    ticket: '\u{10ffff}'.repeat(100),
    targets,
  }
  expect(Buffer.byteLength(JSON.stringify(['k'.repeat(200), order]))).toBeLessThan(MAX_BODY_BYTES)
})

test('accepts input up to the size limit', () => {
  expect(sizeRefusal({ document: 'x'.repeat(1_000_000), cases: 'y'.repeat(990_000) }, 'The rules')).toBeNull()
})

test.each([
  ['letters', 'x'.repeat(2_000_000), '2.00'],
  ['letters of several bytes', 'ü'.repeat(1_000_000), '2.00'],
  ['line ends, which take two each', '\n'.repeat(1_100_000), '2.20'],
])('counts %s by their serialized size', (_, text, size) => {
  expect(sizeRefusal(text, 'The rules and the cases')).toBe(
    `The rules and the cases take ${size} MB together; the limit is 2 MB. Shorten one of them, for example its comments.`,
  )
})
