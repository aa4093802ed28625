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
  /** Number of candidates by reason. */
  reasons: z.record(z.string(), z.number()),
  /** Number of other bindings of the pool, by state. */
  others: z.partialRecord(State, z.number()),
  /** The chosen one first; truncated. */
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
  /** The chosen rule, then other matching rules, then the rest; truncated. */
  rules: z.array(Rule),
  matching: z.number(),
  moreRules: z.number(),
})

/**
 * Why an account was no candidate: a fence, a claim about to take it, claims of other tenants, or
 * Gardener refused the write. Older releases stored other reasons here: another binding in other
 * use, a cluster of another tenant, full.
 */
const Passed = z.object({
  account: z.string(),
  why: z.enum(['fenced', 'being-taken', 'foreign', 'split', 'in-use', 'full', 'unwritable']),
  /** Gardener's message when it refused the write. */
  message: z.exactOptional(z.string()),
})

export type PassedOver = z.infer<typeof Passed>

const Reasoning = z.object({
  outcome: z.string(),
  message: z.string(),
  /** Number of the rule from 1, and its text. */
  rule: z.object({ line: z.number(), text: z.string() }).nullable(),
  /** Rules of the plan, each with the reason why it was chosen or not; absent in rows of older releases. */
  rules: Rules.optional(),
  limit: z.object({ value: z.number(), source: z.string(), setting: z.string().nullable() }).nullable(),
  onAllowlist: z.boolean(),
  steps: z.array(Step),
  /**
   * Accounts of the pool that were skipped before the search; truncated, absent in rows of older
   * releases.
   */
  passedOver: z.array(Passed).optional(),
  /** Number of further skipped accounts. */
  morePassedOver: z.number().optional(),
})

/** A decision's reasoning as stored with the claim. */
export type StoredReasoning = z.infer<typeof Reasoning>

/** What a claim was decided by. */
export interface ClaimGrounds {
  readonly rulesRevision: string
  /** All rules of that revision in order; null when an older release did not store them. */
  readonly ruleTexts: readonly string[] | null
  /** Version of allowlist and limits. */
  readonly settingsVersion: number | null
  readonly semantics: string | null
  /** Label selector of the search. */
  readonly selector: string | null
  /** Null when another release stored it in another form. */
  readonly reasoning: StoredReasoning | null
}

/** What a claim was decided by most recently; null before a decision and for an adopted claim. */
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
