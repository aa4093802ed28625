import { expect, test } from 'vitest'
import { z } from 'zod'
import { formatInputProblems, INPUT_MESSAGES } from '#lib/input-problems.ts'
import { ReasonInput } from '#lib/services/reason-input.ts'
import { PlainInput } from './actions/action-order.ts'
import { DraftReason, Reason, Ticket } from './reason-input.ts'
import { ORDER_FIELDS } from './rules/publish.ts'

const problemsOf = (schema: z.ZodType, input: unknown) => {
  const { error } = schema.safeParse(input, { error: INPUT_MESSAGES })
  return error ? formatInputProblems(error, 'input') : []
}

test.each<[string, unknown, readonly string[]]>([
  ['none', undefined, ['input: is required']],
  ['blanks', ' \n', ['input: a reason is required']],
  ['characters without a width', '\u200b\u2060', ['input: a reason is required']],
  ['an escape sequence', 'a\u001b[2J', ['input: has characters that cannot be shown']],
  ['a text direction', 'a\u202egnp.exe', ['input: has characters that cannot be shown']],
  ['the longest', ` ${'x'.repeat(1_000)} `, []],
  ['one character more', 'x'.repeat(1_001), ['input: has more than 1000 characters']],
  ['two lines', 'quota\nrequest', []],
])('a reason of %s', (_name, reason, problems) => {
  expect(problemsOf(Reason, reason)).toEqual(problems)
})

test('a draft of a reason may be empty', () => {
  expect(problemsOf(DraftReason, '')).toEqual([])
})

test.each<[unknown, string | null]>([
  [undefined, null],
  [null, null],
  [' ', null],
  [' OPS-1 ', 'OPS-1'],
  ['x'.repeat(200), 'x'.repeat(200)],
])('the ticket %j is parsed as %j', (ticket, read) => {
  expect(Ticket.parse(ticket)).toBe(read)
})

test.each([['x'.repeat(201)], ['OPS-1\nOPS-2'], ['a\u001b[2J']])('the ticket %j is refused', ticket => {
  expect(Ticket.safeParse(ticket).success).toBe(false)
})

test('every change accepts the longest reason and ticket', () => {
  const texts = { reason: 'x'.repeat(1_000), ticket: 'x'.repeat(200) }
  const binding = { kind: 'Secret', namespace: 'n', name: 'a' }
  const ofRules = z.object({ reason: ORDER_FIELDS.reason, ticket: ORDER_FIELDS.ticket })
  expect([
    problemsOf(PlainInput, { ...texts, binding }),
    problemsOf(ReasonInput, texts),
    problemsOf(ofRules, texts),
  ]).toEqual([[], [], []])
})
