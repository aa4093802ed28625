import { z } from 'zod'
import { DEFAULT_WINDOW, HISTORY_WINDOWS, parseWindow } from '#lib/hap/pools/alarm.ts'
import { BINDING_KINDS } from '#lib/hap/pools/binding.ts'
import { parsePoolKey } from '#lib/hap/pools/pool.ts'
import { VIEW_PAGES } from '#lib/queries/view-query.ts'
import { MAX_NAME_SEARCH } from '#lib/search/list-part.ts'
import { wholeNumber } from '#lib/util/whole-number.ts'

/** Upper bound for counters in parameters. */
const MOST = 9_999_999

export const AllowlistHistoryQuery = z.object({ limit: wholeNumber(1, 999, 20) })

export const AllowlistYamlQuery = z.object({
  version: z
    .string()
    .regex(/^[1-9]\d{0,8}$/, { error: 'must be a whole number' })
    .optional(),
})

export const ChangesQuery = z.object({ from: wholeNumber(0, MOST, 0), to: wholeNumber(0, MOST, MOST) })

export const TimelineQuery = z.object({ before: z.string().optional() })

export const FindQuery = z.object({
  q: z.string().max(MAX_NAME_SEARCH, { error: `must have at most ${MAX_NAME_SEARCH} characters` }),
})

export const HistoryQuery = z.object({
  window: z
    .enum(
      HISTORY_WINDOWS.map(days => `${days}` as const),
      { error: `must be one of ${HISTORY_WINDOWS.join(', ')}` },
    )
    .default(`${DEFAULT_WINDOW}`)
    .transform(parseWindow),
  pool: z
    .string()
    .max(MAX_NAME_SEARCH, { error: `must have at most ${MAX_NAME_SEARCH} characters` })
    .refine(key => parsePoolKey(key) !== null, { error: 'must be the key of a pool, such as aws~eu' })
    .optional()
    .meta({ description: 'Only what happened in this pool, by its key.' }),
})

export const RevisionsQuery = z.object({ limit: wholeNumber(1, 200, 20), before: wholeNumber(1, MOST, MOST) })

export const RevisionQuery = z.object({
  from: z
    .string()
    .regex(/^\d{1,7}$/, { error: 'must be a whole number' })
    .optional(),
})

export const RevisionYamlQuery = z.object({
  form: z
    .enum(['values', 'hapRule', 'written', 'cases'], { error: 'must be values, hapRule, written or cases' })
    .default('values'),
})

export const ViewsQuery = z.object({
  page: z.enum(VIEW_PAGES, { error: `must be one of ${VIEW_PAGES.join(', ')}` }),
})

export const BindingUsesQuery = z.object({ kind: z.enum(BINDING_KINDS), name: z.string().min(1).max(253) })

export const GlobalAccountUsesQuery = z.object({ ga: z.string().min(1).max(63) })
