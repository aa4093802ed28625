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

/** Our words for what a schema has none of its own for; given to a parse as its `error`. */
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

/** What has a number of parts, and what these are called; anything else is a number itself. */
const PARTS: Readonly<Record<string, readonly [one: string, many: string]>> = {
  string: ['character', 'characters'],
  array: ['entry', 'entries'],
}

function bound(origin: string, least: 'at least' | 'at most', value: number | bigint): string {
  const parts = PARTS[origin]
  if (parts === undefined) return `must be ${least} ${value}`
  return `must have ${least} ${value} ${parts[Number(value) === 1 ? 0 : 1]}`
}

/** Input by its schema, with what is wrong in our words. Throws ZodError. */
export function parseInput<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  return schema.parse(input, { error: INPUT_MESSAGES })
}

/** The first thing wrong at each place of some input, as `targets[0].name: must be a text`; `whole` is what the input is called. */
export function formatInputProblems({ issues }: z.ZodError, whole: string): readonly string[] {
  const byPlace = new Map<string, string>()
  for (const { path, message } of issues) {
    const place = dottedPath(path) || whole
    if (!byPlace.has(place)) byPlace.set(place, `${place}: ${message}`)
  }
  return [...byPlace.values()]
}
