import { z } from 'zod'
import { MAX_IMPORT_LENGTH } from '#lib/hap/plans/imported-plans.ts'
import { readInput } from '#lib/input-problems.ts'
import { MOST_BYTES } from '#lib/rules-file/decode-text.ts'
import { POPULATIONS } from './population.ts'

export const DraftQuestion = z.object(
  {
    text: z.string({ error: 'The rules must be text.' }).max(MOST_BYTES, { error: 'The rules are longer than 1 MB.' }),
    /** Plans by cluster, as formatPlansFile writes them; null for none. */
    imported: z.string().max(MAX_IMPORT_LENGTH, { error: 'The imported plans are too long.' }).nullable(),
    population: z.enum(POPULATIONS, { error: `A population is ${POPULATIONS.join(' or ')}.` }),
  },
  { error: 'A question has rules and a population.' },
)

/** Keys of groups hold rules and pools, so they are of some length. */
const MOST_OF_CHOICE = 10_000
const MOST_OF_ACCOUNT = 300

export const RowsQuestion = DraftQuestion.extend({
  choice: z.string({ error: 'A choice of rows is text.' }).max(MOST_OF_CHOICE, { error: 'There are no such rows.' }),
  /** Only those of one global account; null for all. */
  account: z.string().max(MOST_OF_ACCOUNT, { error: 'There is no such global account.' }).nullable(),
  offset: z.number().int().min(0),
})

/** Which draft is held against whom. */
export type DraftQuestion = z.infer<typeof DraftQuestion>

/** The same, and which of the rows. */
export type RowsQuestion = z.infer<typeof RowsQuestion>

/** Reads what a page asks. Throws ZodError. */
export function parseDraftQuestion(input: unknown): DraftQuestion {
  return readInput(DraftQuestion, input)
}

/** Reads which rows a page asks for. Throws ZodError. */
export function parseRowsQuestion(input: unknown): RowsQuestion {
  return readInput(RowsQuestion, input)
}
