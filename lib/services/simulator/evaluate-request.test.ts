import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isLegalLabelValue } from '#lib/hap/pools/labels.ts'
import { SEMANTICS } from '#lib/hap/semantics.ts'
import { landscapeContext } from '#lib/queries/testing/landscape-context.ts'
import { evaluation } from './evaluate-request.ts'

const { context } = landscapeContext('small')
const REQUEST = { plan: 'aws', provider: 'aws', platformRegion: '', hyperscalerRegion: '', globalAccount: 'ga-1' }

test('a request is decided', () => {
  const answer = evaluation(context, REQUEST)
  expect(answer.kind === 'decided' && answer.simulation.decision.outcome.kind).toBe('claim')
})

describe('an unreadable request returns a message', () => {
  test.each([
    [{ ...REQUEST, globalAccount: 'x'.repeat(5_000) }, 'Global account has 5,000 characters; at most 300 are read.'],
    [{ ...REQUEST, plan: 7 }, 'Plan must be text.'],
    [{ ...REQUEST, plan: ['aws'], provider: null }, 'Plan must be text. Provider must be text.'],
  ])('%j', (input, message) => expect(evaluation(context, input)).toEqual({ kind: 'unreadable', message }))

  test.each([null, undefined, 'aws', [], 1])('%j', input => {
    expect(evaluation(context, input).kind).toBe('unreadable')
  })
})

const hostile = fc.oneof(
  fc.constantFrom('x,shared=true', "x' ; id; '", '!dirty', 'a=b', '', 'é', 'ga-1\n', '..', '-', 'x'.repeat(64), 'aws_'),
  fc.string({ unit: 'binary', maxLength: 80 }),
)

test.each(SEMANTICS)('no invalid value gets into a selector or command (%s)', semantics => {
  const request = fc.record({
    plan: fc.oneof(fc.constantFrom(...context.rules.plans.byName.keys()), hostile),
    provider: fc.oneof(fc.constantFrom('aws', 'openstack', 'gcp'), hostile),
    platformRegion: fc.oneof(fc.constantFrom('', 'cf-eu11', 'cf-sa30'), hostile),
    hyperscalerRegion: fc.oneof(fc.constantFrom('', 'eu-de-1'), hostile),
    globalAccount: hostile,
  })
  fc.assert(
    fc.property(request, input => {
      const answer = evaluation({ ...context, semantics }, input)
      if (answer.kind === 'unreadable') throw new Error(answer.message)
      for (const { requirements, command } of answer.simulation.decision.steps) {
        expect(command === null).toBe(requirements === null)
        for (const requirement of requirements ?? []) {
          const value = /^[A-Za-z]+!?=(.*)$/s.exec(requirement)?.[1]
          expect(value === undefined ? /^![A-Za-z]+$/.test(requirement) : isLegalLabelValue(value)).toBe(true)
        }
      }
    }),
    { numRuns: 2_000 },
  )
})
