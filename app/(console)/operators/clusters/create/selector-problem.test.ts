import { expect, test } from 'vitest'
import { selectorProblem } from './selector-problem.ts'

const SELECTOR = { field: 'spec.infrastructure.subscriptionSelector', message: 'at character 1: no id' }
const LABEL = { field: 'labels.globalaccountid', message: 'use letters' }

test.each([
  ['an empty one beside a wrong global account', '', [SELECTOR, LABEL], undefined],
  ['an empty one whose global account is right as a label', '', [SELECTOR], 'At character 1: no id.'],
  ['one that was typed', 'a||b', [SELECTOR, LABEL], 'At character 1: no id.'],
])('%s', (_, selector, problems, said) => {
  expect(selectorProblem({ selector }, { problems, all: true })).toBe(said)
})
