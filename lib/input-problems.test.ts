import { expect, test } from 'vitest'
import { z } from 'zod'
import { formatInputProblems, INPUT_MESSAGES, parseInput } from './input-problems.ts'

const Input = z.strictObject({
  name: z.string().min(1, 'must not be empty').regex(/^a/, 'must begin with a'),
  kinds: z.array(z.enum(['x', 'y', 'z'])).default([]),
  labels: z.record(z.string(), z.string()).default({}),
})

test.each<[unknown, readonly string[]]>([
  [[], ['body: must be an object']],
  [undefined, ['body: is required']],
  [{}, ['name: is required']],
  [{ name: '' }, ['name: must not be empty']],
  [{ name: 1, kinds: 'x' }, ['name: must be text', 'kinds: must be a list']],
  [{ name: 'a', kinds: ['x', 'w'] }, ['kinds[1]: must be x, y, or z']],
  [{ name: 'a', labels: { dirty: true } }, ['labels.dirty: must be text']],
  [{ name: 'a', colour: 'red', size: 1 }, ['body: has unknown fields: colour, size']],
])('%j', (input, problems) => {
  const { error } = Input.safeParse(input, { error: INPUT_MESSAGES })
  expect(error && formatInputProblems(error, 'body')).toEqual(problems)
})

const Bounds = z.object({
  text: z.string().min(2).max(3),
  list: z.array(z.int()).min(1).max(2),
  count: z.int().min(1).max(9),
})

test.each<[unknown, readonly string[]]>([
  [
    { text: 'a', list: [], count: 0 },
    ['text: must have at least 2 characters', 'list: must have at least 1 entry', 'count: must be at least 1'],
  ],
  [
    { text: 'abcd', list: [1, 2, 3], count: 10 },
    ['text: must have at most 3 characters', 'list: must have at most 2 entries', 'count: must be at most 9'],
  ],
])('%j is out of bounds: %j', (input, problems) => {
  const { error } = Bounds.safeParse(input, { error: INPUT_MESSAGES })
  expect(error && formatInputProblems(error, 'body')).toEqual(problems)
})

test('parsing returns the output of the schema, or an error with these messages', () => {
  expect(parseInput(Input, { name: 'a' })).toEqual({ name: 'a', kinds: [], labels: {} })
  expect(() => parseInput(Input, {})).toThrow('is required')
})
