import { expect, test } from 'vitest'
import { problemAt } from './field-problems.ts'

const PROBLEMS = [
  { field: 'spec.administrators[0]', message: 'belongs to Kubernetes' },
  { field: 'spec.administrators[2]', message: 'belongs to Kubernetes' },
  { field: 'spec.role.rules[1]', message: 'is refused' },
  { field: 'spec.role.rules[1].verbs', message: 'name at least one' },
  { field: 'spec.cluster', message: 'It has no shoot.' },
]

test.each([
  ['spec.administrators', 'Belongs to Kubernetes.'],
  ['spec.role.rules[1]', 'Is refused. Name at least one.'],
  ['spec.role.rules[1].verbs', 'Name at least one.'],
  ['spec.role.rules[11]', undefined],
  ['spec.cluster', 'It has no shoot.'],
  ['spec.admin', undefined],
])('at %s it says %j', (field, words) => {
  expect(problemAt(PROBLEMS, field)).toBe(words)
})
