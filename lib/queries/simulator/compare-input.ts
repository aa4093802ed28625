import { z } from 'zod'
import { SEMANTICS } from '#lib/hap/semantics.ts'
import { readInput } from '#lib/input-problems.ts'
import { MOST_BYTES } from '#lib/rules-file/decode-text.ts'

const Rules = z.discriminatedUnion(
  'kind',
  [
    z.object({ kind: z.literal('in-force') }),
    z.object({
      kind: z.literal('draft'),
      text: z.string().max(MOST_BYTES, { error: 'The rules are longer than 1 MB.' }),
    }),
    z.object({ kind: z.literal('revision'), number: z.int().min(0).max(999_999_999) }),
  ],
  { error: 'Rules are those in force, a draft or a revision.' },
)

const Side = z.object(
  { rules: Rules, semantics: z.enum(SEMANTICS, { error: `Semantics are ${SEMANTICS.join(' or ')}.` }) },
  { error: 'Each side has rules and semantics.' },
)

export const Sides = z.object({ left: Side, right: Side }, { error: 'A comparison has two sides.' })

/** What is held against what. */
export type SidesInput = z.infer<typeof Sides>

/** Reads what a page asks to compare. Throws ZodError. */
export function parseSides(input: unknown): SidesInput {
  return readInput(Sides, input)
}
