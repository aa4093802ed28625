import { expect, test } from 'vitest'
import { z } from 'zod'
import { INPUT_WORDS, inputProblems } from './input-problems.ts'

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
  const { error } = Input.safeParse(input, { error: INPUT_WORDS })
  expect(error && inputProblems(error, 'body')).toEqual(problems)
})
