import type { z } from 'zod'
import { dottedPath } from '#lib/hap/document.ts'

const KINDS: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
}

/** Messages for issues without a message of their schema; passed to a parse as `error`. */
export const INPUT_MESSAGES: z.core.$ZodErrorMap = issue => {
  if (issue.code === 'invalid_type') {
    const kind = KINDS[issue.expected] ?? issue.expected
    return issue.input === undefined ? 'is required' : `must be ${kind}`
  }
  if (issue.code === 'invalid_value')
    return `must be ${new Intl.ListFormat('en', { type: 'disjunction' }).format(issue.values.map(String))}`
  if (issue.code === 'too_big') return bound(issue.origin, 'at most', issue.maximum)
  if (issue.code === 'too_small') return bound(issue.origin, 'at least', issue.minimum)
  if (issue.code === 'unrecognized_keys') return `has unknown fields: ${issue.keys.join(', ')}`
  return undefined
}

/** Names of the parts that a limit counts; other values are numbers themselves. */
const PARTS: Readonly<Record<string, readonly [one: string, many: string]>> = {
  string: ['character', 'characters'],
  array: ['entry', 'entries'],
}

function bound(origin: string, least: 'at least' | 'at most', value: number | bigint): string {
  const parts = PARTS[origin]
  if (parts === undefined) return `must be ${least} ${value}`
  return `must have ${least} ${value} ${parts[Number(value) === 1 ? 0 : 1]}`
}

/** Parses input by its schema with the messages of this module. Throws ZodError. */
export function parseInput<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  return schema.parse(input, { error: INPUT_MESSAGES })
}

/** The first problem of each field, such as `targets[0].name: must be a text`; `whole` names the input itself. */
export function formatInputProblems({ issues }: z.ZodError, whole: string): readonly string[] {
  const byField = new Map<string, string>()
  for (const { path, message } of issues) {
    const field = dottedPath(path) || whole
    if (!byField.has(field)) byField.set(field, `${field}: ${message}`)
  }
  return [...byField.values()]
}
