import { z } from 'zod'
import { BINDING_KINDS } from '#lib/hap/pools/binding.ts'
import { BINDING_STATES } from '#lib/hap/pools/state.ts'
import type { Db } from '#lib/store/database/client.ts'

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

const Reasoning = z.object({
  outcome: z.string(),
  message: z.string(),
  /** Number of the rule from 1, and its text. */
  rule: z.object({ line: z.number(), text: z.string() }).nullable(),
  limit: z.object({ value: z.number(), source: z.string(), setting: z.string().nullable() }).nullable(),
  onAllowlist: z.boolean(),
  steps: z.array(Step),
})

/** A decision's reasoning as it is kept with the claim. */
export type KeptReasoning = z.infer<typeof Reasoning>

/** By what a claim was decided. */
export interface KeptGrounds {
  readonly rulesRevision: string
  /** Version of allowlist and limits. */
  readonly settingsVersion: number | null
  readonly semantics: string | null
  /** Label selector the binding was searched with. */
  readonly selector: string | null
  /** Null when another version of the console wrote it in another form. */
  readonly reasoning: KeptReasoning | null
}

/** By what a claim was decided the last time; null while it is not, and for one that was adopted. */
export async function keptGrounds(db: Db, id: string): Promise<KeptGrounds | null> {
  const row = await db.claim.findUnique({
    where: { id },
    select: { rulesRevision: true, settingsVersion: true, semantics: true, selector: true, reasoning: true },
  })
  if (!row || row.rulesRevision === null) return null
  const { rulesRevision, reasoning, ...rest } = row
  return { ...rest, rulesRevision, reasoning: Reasoning.safeParse(reasoning).data ?? null }
}
