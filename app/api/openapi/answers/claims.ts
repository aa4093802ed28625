import { z } from 'zod'
import { BindingRef, KindName, StateName } from '#lib/queries/lists/row-schemas.ts'
import type { claimView, ExplainedClaim as ExplainedClaimType, recordView } from '#lib/services/claims/claim-view.ts'
import { answer } from '../answer.ts'
import { AccountRequest } from './shared.ts'
import { SomeStateCounts } from './words.ts'

const KeptGrounds = z.object({
  rulesRevision: z.string(),
  ruleTexts: z.array(z.string()).nullable(),
  settingsVersion: z.number().nullable(),
  semantics: z.string().nullable(),
  selector: z.string().nullable(),
  reasoning: z
    .object({
      outcome: z.string(),
      message: z.string(),
      rule: z.object({ line: z.number(), text: z.string() }).nullable(),
      limit: z.object({ value: z.number(), source: z.string(), setting: z.string().nullable() }).nullable(),
      onAllowlist: z.boolean(),
      steps: z.array(
        z.object({
          purpose: z.enum(['claim', 'reuse', 'shared']),
          selector: z.string(),
          reached: z.boolean(),
          reasons: z.record(z.string(), z.number()),
          others: SomeStateCounts,
          candidates: z.array(
            z.object({
              kind: KindName,
              name: z.string(),
              state: StateName,
              database: z.number(),
              reserved: z.number(),
              onlyInGardener: z.number(),
              reason: z.string(),
              words: z.string(),
            }),
          ),
        }),
      ),
      rules: z
        .object({
          rules: z.array(
            z.object({
              line: z.number(),
              text: z.string(),
              platformRegion: z.object({ wanted: z.string().nullable(), ok: z.boolean() }),
              hyperscalerRegion: z.object({ wanted: z.string().nullable(), ok: z.boolean() }),
              specificity: z.number(),
              verdict: z.enum(['chosen', 'less-specific', 'no-match']),
              words: z.string(),
            }),
          ),
          matching: z.number(),
          moreRules: z.number(),
        })
        .optional(),
      passedOver: z
        .array(
          z.object({
            account: z.string(),
            why: z.enum(['full', 'fenced', 'being-taken', 'foreign', 'split', 'in-use', 'unwritable']),
          }),
        )
        .optional(),
      morePassedOver: z.number().optional(),
    })
    .nullable(),
})

export const ClaimList = answer<{ claims: ReturnType<typeof recordView>[]; total: number }>()(
  z.object({
    claims: z.array(
      z.object({
        id: z.string(),
        status: z.enum([
          'refused',
          'failed',
          'pending',
          'waiting',
          'intent',
          'reserved',
          'active',
          'releasing',
          'released',
        ]),
        outcome: z.enum(['claim', 'reuse', 'shared']).nullable(),
        request: AccountRequest,
        cluster: z.string().nullable(),
        adopted: z.boolean(),
        pool: z.string().nullable(),
        binding: BindingRef.nullable(),
        account: z.string().nullable(),
        message: z.string().nullable(),
        createdAt: z.string().nullable(),
        reservedAt: z.string().nullable(),
        releasedAt: z.string().nullable(),
      }),
    ),
    total: z.number(),
  }),
)

export const Claim = answer<ReturnType<typeof claimView>>()(
  z.object({
    position: z.number().nullable(),
    id: z.string(),
    status: z.enum([
      'refused',
      'failed',
      'pending',
      'waiting',
      'intent',
      'reserved',
      'active',
      'releasing',
      'released',
    ]),
    outcome: z.enum(['claim', 'reuse', 'shared']).nullable(),
    request: AccountRequest,
    cluster: z.string().nullable(),
    adopted: z.boolean(),
    pool: z.string().nullable(),
    binding: BindingRef.nullable(),
    account: z.string().nullable(),
    message: z.string().nullable(),
    createdAt: z.string().nullable(),
    reservedAt: z.string().nullable(),
    releasedAt: z.string().nullable(),
  }),
)

export const ExplainedClaim = answer<ExplainedClaimType>()(
  z.object({
    why: KeptGrounds.nullable(),
    position: z.number().nullable(),
    id: z.string(),
    status: z.enum([
      'refused',
      'failed',
      'pending',
      'waiting',
      'intent',
      'reserved',
      'active',
      'releasing',
      'released',
    ]),
    outcome: z.enum(['claim', 'reuse', 'shared']).nullable(),
    request: AccountRequest,
    cluster: z.string().nullable(),
    adopted: z.boolean(),
    pool: z.string().nullable(),
    binding: BindingRef.nullable(),
    account: z.string().nullable(),
    message: z.string().nullable(),
    createdAt: z.string().nullable(),
    reservedAt: z.string().nullable(),
    releasedAt: z.string().nullable(),
  }),
)
