import { expect, test } from 'vitest'
import { MAX_JOB_TARGETS } from '#lib/hap/actions/job.ts'
import config from '../../next.config.js'
import { MAX_BODY_BYTES } from './body-limit.ts'

test('Next.js reads as much of a call as the console accepts', () => {
  expect(config('').experimental?.serverActions?.bodySizeLimit).toBe(MAX_BODY_BYTES)
})

test('the longest job there is has room', () => {
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
