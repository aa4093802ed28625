import { expect, test } from 'vitest'
import type { Description, Target } from '../api-fuzz/description.ts'
import { judgeBy } from '../api-fuzz/judge.ts'

const OK = { content: { 'application/json': { schema: { type: 'object', required: ['rows'] } } } }
const operation = { operationId: 'getThings', parameters: [], responses: { '200': OK, '204': {} } }
const DESCRIPTION: Description = {
  paths: { '/things': { get: operation } },
  components: { schemas: { Problem: { type: 'object', required: ['status', 'detail'] } } },
}
const TARGET: Target = { address: '/things', method: 'GET', operation }

const judge = judgeBy(DESCRIPTION)
const problem = (status: number) => ({
  status,
  type: 'application/problem+json',
  text: JSON.stringify({ status, detail: 'It is so.' }),
})

test.each([
  ['as described', { status: 200, type: 'application/json', text: '{"rows": []}' }, null],
  ['a refusal', problem(409), null],
  ['nothing', { status: 204, type: '', text: '' }, null],
  [
    'without what it must have',
    { status: 200, type: 'application/json', text: '{}' },
    "data must have required property 'rows'",
  ],
  ['an error in another form', { status: 404, type: 'text/html', text: '<html>' }, 'status 404 with text/html'],
  ['an error of the server', problem(500), 'status 500'],
  ['a server that is not there', problem(503), 'status 503'],
  ['a server that takes too long', problem(504), 'status 504'],
])('%s', (_, answer, words) => {
  expect(judge(TARGET, answer)).toBe(words)
})
