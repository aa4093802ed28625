import fc from 'fast-check'
import { expect, test } from 'vitest'
import { landscapeContext } from '../testing/landscape-context.ts'
import { evaluateMatrixInput } from './evaluate-matrix.ts'

const { context } = landscapeContext('small')

const MATRIX = {
  plan: ['aws', 'gcp'],
  provider: [],
  platformRegion: ['cf-eu11', 'cf-us10'],
  hyperscalerRegion: [],
  globalAccount: ['ga-1'],
  semantics: null,
}

test('evaluates a matrix under the semantics it names', async () => {
  for (const semantics of [null, 'keb'] as const) {
    const answer = await evaluateMatrixInput(context, { ...MATRIX, semantics })
    if (answer.kind !== 'evaluated') throw new Error(answer.message)
    expect([answer.view.groupOf.length, answer.view.semantics]).toEqual([4, semantics ?? 'documented'])
  }
})

test('refuses too many combinations with advice', async () => {
  const globalAccount = Array.from({ length: 9_000 }, (_, number) => `ga-${number}`)
  expect(await evaluateMatrixInput(context, { ...MATRIX, globalAccount })).toEqual({
    kind: 'unreadable',
    message:
      '36,000 combinations; at most 30,000 are evaluated. Global account has 9,000 values; the maximum is 7,500.',
  })
})

test('never throws for arbitrary input', async () => {
  await fc.assert(
    fc.asyncProperty(fc.anything(), async input => {
      expect((await evaluateMatrixInput(context, input)).kind).toBe('unreadable')
    }),
  )
})
