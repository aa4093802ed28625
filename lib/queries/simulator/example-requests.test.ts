import { expect, test } from 'vitest'
import { landscapeContext } from '../testing/landscape-context.ts'
import { findExampleRequests } from './example-requests.ts'
import { simulate } from './simulate.ts'

test('each example has the outcome of its kind', () => {
  const { context } = landscapeContext('demo')
  const examples = findExampleRequests(context)
  expect(examples.map(({ kind }) => kind)).toEqual(['reuse', 'claim', 'wait', 'differs'])
  for (const { kind, request } of examples) {
    const { decision, other } = simulate(context, request)
    if (kind === 'differs') expect(other).not.toBeNull()
    else expect(decision.outcome.kind).toBe(kind)
  }
})

test('an empty landscape only has an example that waits', () => {
  const { context } = landscapeContext('empty')
  expect(findExampleRequests(context).map(({ kind }) => kind)).toEqual(['wait'])
})
