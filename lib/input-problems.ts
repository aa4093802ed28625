import type { z } from 'zod'
import { dottedPath } from '#lib/hap/dotted-path.ts'

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
export const INPUT_WORDS: z.core.$ZodErrorMap = issue => {
  if (issue.code === 'invalid_type') {
    const kind = KINDS[issue.expected] ?? issue.expected
    return issue.input === undefined ? 'is required' : `must be ${kind}`
  }
  if (issue.code === 'invalid_value')
    return `must be ${new Intl.ListFormat('en', { type: 'disjunction' }).format(issue.values.map(String))}`
  if (issue.code === 'unrecognized_keys') return `has unknown fields: ${issue.keys.join(', ')}`
  return undefined
}

/** The first thing wrong at each place of some input, as `targets[0].name: must be a text`; `whole` is what the input is called. */
export function inputProblems({ issues }: z.ZodError, whole: string): readonly string[] {
  const byPlace = new Map<string, string>()
  for (const { path, message } of issues) {
    const place = dottedPath(path) || whole
    if (!byPlace.has(place)) byPlace.set(place, `${place}: ${message}`)
  }
  return [...byPlace.values()]
}
