import { z } from 'zod'
import { BINDING_KINDS } from '#lib/hap/pools/binding.ts'
import { BINDING_STATES } from '#lib/hap/pools/state.ts'
import type { Db } from '#lib/store/database/client.ts'
import { readRules } from '#lib/store/publications.ts'

const State = z.enum(BINDING_STATES)

const Candidate = z.object({
  kind: z.enum(BINDING_KINDS),
  name: z.string(),
  state: State,
  database: z.number(),
  reserved: z.number(),
  onlyInGardener: z.number(),
  reason: z.string(),
  words: z.string(),
})

const Step = z.object({
  purpose: z.enum(['reuse', 'claim', 'shared']),
  selector: z.string(),
  /** False when an earlier step decided. */
  reached: z.boolean(),
  /** How many candidates there were for which reason. */
  reasons: z.record(z.string(), z.number()),
  /** Other bindings of the pool, by state. */
  others: z.partialRecord(State, z.number()),
  /** The chosen one first; the first ones of many. */
  candidates: z.array(Candidate),
})

/** How one input attribute of a rule compares with the request; null: the rule accepts any value. */
const Attribute = z.object({ wanted: z.string().nullable(), ok: z.boolean() })

const Rule = z.object({
  line: z.number(),
  text: z.string(),
  platformRegion: Attribute,
  hyperscalerRegion: Attribute,
  specificity: z.number(),
  verdict: z.enum(['chosen', 'less-specific', 'no-match']),
  words: z.string(),
})

const Rules = z.object({
  /** The chosen one, then those that also match, then the others; the first ones of many. */
  rules: z.array(Rule),
  matching: z.number(),
  moreRules: z.number(),
})

/**
 * Why an account was not even a candidate: an operation on it, a claim about to take it, claims of others, Gardener that refused the
 * write. Earlier versions put here what candidates tell now: another binding of it in other use, a cluster of somebody else, full.
 */
const Passed = z.object({
  account: z.string(),
  why: z.enum(['fenced', 'being-taken', 'foreign', 'split', 'in-use', 'full', 'unwritable']),
})

export type PassedOver = z.infer<typeof Passed>

const Reasoning = z.object({
  outcome: z.string(),
  message: z.string(),
  /** Number of the rule from 1, and its text. */
  rule: z.object({ line: z.number(), text: z.string() }).nullable(),
  /** Rules of the plan, each with why it was chosen or not; earlier versions kept none. */
  rules: Rules.optional(),
  limit: z.object({ value: z.number(), source: z.string(), setting: z.string().nullable() }).nullable(),
  onAllowlist: z.boolean(),
  steps: z.array(Step),
  /** Accounts of the pool that were passed over before the search, first ones of many; earlier versions kept none. */
  passedOver: z.array(Passed).optional(),
  /** How many more there were. */
  morePassedOver: z.number().optional(),
})

/** A decision's reasoning as it is kept with the claim. */
export type StoredReasoning = z.infer<typeof Reasoning>

/** By what a claim was decided. */
export interface ClaimGrounds {
  readonly rulesRevision: string
  /** All rules of that revision, in their order; null when an earlier version of the console did not keep them. */
  readonly ruleTexts: readonly string[] | null
  /** Version of allowlist and limits. */
  readonly settingsVersion: number | null
  readonly semantics: string | null
  /** Label selector the binding was searched with. */
  readonly selector: string | null
  /** Null when another version of the console wrote it in another form. */
  readonly reasoning: StoredReasoning | null
}

/** By what a claim was decided the last time; null while it is not, and for one that was adopted. */
export async function readGrounds(db: Db, id: string): Promise<ClaimGrounds | null> {
  const row = await db.claim.findUnique({
    where: { id },
    select: { rulesRevision: true, settingsVersion: true, semantics: true, selector: true, reasoning: true },
  })
  if (!row || row.rulesRevision === null) return null
  const { rulesRevision, reasoning, ...rest } = row
  const ruleTexts = await readRules(db, rulesRevision)
  return { ...rest, rulesRevision, ruleTexts, reasoning: Reasoning.safeParse(reasoning).data ?? null }
}
