import { z } from 'zod'
import type { MultiAccount as MultiAccountType } from '#lib/hap/lifecycle/multi-account.ts'
import type { AllowlistDetail, listAllowlistVersions } from '#lib/queries/allowlist/allowlist-detail.ts'
import type { computeConsequences } from '#lib/queries/allowlist/consequences.ts'
import { type Answer, answer } from '../answer.ts'
import { EffectiveLimit } from './shared.ts'

const MultiAccount = z.object({
  allowed: z.array(z.string()),
  limits: z.object({ default: z.number(), providers: z.record(z.string(), z.number()) }).nullable(),
  minBindingsForGuard: z.number(),
})

const Concerned = z.object({
  globalAccounts: z.number(),
  shoots: z.number(),
  accounts: z.number(),
  bindings: z.number(),
})

const OwnerImpact = z.object({
  globalAccount: z.string(),
  pool: z.string(),
  shoots: z.number(),
  bindingsQ: z.string(),
  shootsQ: z.string().nullable(),
  right: z.enum(['same', 'gains', 'loses']),
  newlyOver: z.number(),
  noLongerOver: z.number(),
  next: z.enum(['stops', 'waits', 'claims', 'moves', 'reuses', 'same']),
  messages: z.object({ before: z.string(), after: z.string() }).nullable(),
  request: z
    .object({
      plan: z.string(),
      provider: z.string(),
      platformRegion: z.string(),
      hyperscalerRegion: z.string(),
      globalAccount: z.string(),
    })
    .nullable(),
  accounts: z.number(),
  bindings: z.number(),
})

const Consequences = z.object({
  semantics: z.enum(['documented', 'keb']),
  rights: z.object({ known: z.number(), before: z.number(), after: z.number(), gains: Concerned, loses: Concerned }),
  over: z.object({ before: Concerned, after: Concerned }),
  stranded: z.number(),
  next: z.object({
    stops: z.number(),
    waits: z.number(),
    claims: z.number(),
    moves: z.number(),
    reuses: z.number(),
    same: z.number(),
  }),
  rows: z.array(OwnerImpact),
  changed: z.number(),
  limits: z.array(
    z.object({
      provider: z.string(),
      limit: EffectiveLimit,
      unread: z.boolean(),
      accounts: z.number(),
      most: z.number(),
    }),
  ),
  known: z.record(z.string(), z.object({ shoots: z.number(), accounts: z.number(), bindings: z.number() })),
})

const HistoryEntry = z.object({
  change: z
    .object({
      added: z.array(z.string()),
      removed: z.array(z.string()),
      numbers: z.array(z.object({ setting: z.string(), before: z.number().nullable(), after: z.number().nullable() })),
    })
    .nullable(),
  version: z.number(),
  multiAccount: MultiAccount,
  at: z.string(),
  actor: z.string(),
  reason: z.string(),
  ticket: z.string().nullable(),
})

export const Allowlist = answer<AllowlistDetail>()(
  z.object({
    version: z.number(),
    multiAccount: MultiAccount,
    set: z.object({ at: z.string(), actor: z.string(), reason: z.string(), ticket: z.string().nullable() }).nullable(),
    start: z.string(),
    state: Consequences,
  }),
)

export const AllowlistPreview = answer<{
  multiAccount: MultiAccountType
  consequences: Answer<typeof computeConsequences>
}>()(z.object({ multiAccount: MultiAccount, consequences: Consequences }))

export const AllowlistHistory = answer<Answer<typeof listAllowlistVersions>>()(
  z.object({ entries: z.array(HistoryEntry), more: z.boolean(), start: MultiAccount.nullable() }),
)
