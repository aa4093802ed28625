import { expect, test } from 'vitest'
import { joinProblems, needed } from './marks.ts'
import { shownProblem } from './shown-problem.ts'

const REGION = { field: 'spec.core.region', message: 'enter a region' }

test('the words of the form go before those of the server, which are kept where the form says nothing', () => {
  const told = [
    { field: 'spec.core.region', message: 'use letters' },
    { field: 'spec.administrators[0]', message: 'belongs to Kubernetes' },
    { field: 'name', message: 'exists already' },
  ]
  const own = [REGION, { field: 'spec.administrators', message: 'has spaces' }]
  expect(joinProblems(own, told)).toEqual([...own, { field: 'name', message: 'exists already' }])
})

test.each([
  ['', false, undefined],
  ['', true, 'Enter a region.'],
  ['?', false, 'Enter a region.'],
])('a field with %j, of which all are marked: %j, says %j', (value, all, said) => {
  expect(shownProblem({ problems: [REGION], all }, 'spec.core.region', value)).toBe(said)
})

test('blanks fill no field', () => {
  expect(needed('name', ' ', 'enter a name')).toEqual([{ field: 'name', message: 'enter a name' }])
  expect(needed('name', 'a', 'enter a name')).toEqual([])
})
