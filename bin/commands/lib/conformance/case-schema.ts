import { z } from 'zod'
import { bindings, common, instanceSchema, labels, multiAccountSchema } from './case-parts.ts'
import { allowlistCase, cleanupCase, limitCase, metricsCase, releaseCase } from './lifecycle-case-schema.ts'

const plans = z.strictObject({ allowed: z.array(z.string()).optional(), required: z.array(z.string()).optional() })
const rules = z.array(z.string())

const error = z.strictObject({
  class: z.enum(['parse', 'duplicate', 'ambiguity', 'plan', 'empty', 'no-match', 'no-binding', 'guard', 'empty-name']),
  rules: z.array(z.number()).optional(),
  missing: z.string().optional(),
  plan: z.string().optional(),
  uncovered: z.array(z.string()).optional(),
})

const rule = z.strictObject({
  plan: z.string(),
  platformRegion: z.string().nullable(),
  hyperscalerRegion: z.string().nullable(),
  output: z.strictObject({ PR: z.boolean(), HR: z.boolean(), EU: z.boolean(), S: z.boolean() }),
})

const expectRules = z.strictObject({
  ok: z.boolean(),
  errors: z.array(error).optional(),
  rule: rule.partial().nullable().optional(),
})

const selection = {
  ok: z.boolean(),
  errors: z.array(error).optional(),
  matchedRule: z.strictObject({ no: z.number(), text: z.string() }).partial().nullable().optional(),
  labels: z
    .strictObject({ hyperscalerType: z.string(), euAccess: z.boolean(), shared: z.boolean() })
    .partial()
    .nullable()
    .optional(),
  labelSelector: z
    .strictObject({ tenant: z.string(), claim: z.string().nullable(), any: z.string(), shared: z.string() })
    .partial()
    .nullable()
    .optional(),
}

const request = {
  plan: z.string(),
  platformRegion: z.string().default(''),
  hyperscalerRegion: z.string().default(''),
  hyperscaler: z.string().default(''),
}

const matchCase = z.strictObject({
  ...common,
  kind: z.literal('match'),
  rules,
  plans: plans.nullable().optional(),
  input: z.strictObject(request),
  expect: z.strictObject(selection),
})

const selectCase = z.strictObject({
  ...common,
  kind: z.literal('select'),
  rules,
  plans: plans.nullable().optional(),
  input: z.strictObject({
    ...request,
    tenant: z.string(),
    bindings,
    shoots: z
      .array(z.strictObject({ name: z.string().optional(), credentialsBinding: z.string().optional() }))
      .default([]),
    instances: z.array(instanceSchema).default([]),
    multiAccount: multiAccountSchema.nullable().optional(),
    targetSecret: z.string().nullable().optional(),
  }),
  expect: z.strictObject({
    ...selection,
    binding: z.string().nullable().optional(),
    bindingAnyOf: z.array(z.string()).optional(),
    via: z.enum(['reuse', 'claim', 'shared', 'multi', 'preset']).nullable().optional(),
    claimed: z.boolean().optional(),
    counts: z.record(z.string(), z.number()).optional(),
    limit: z.number().nullable().optional(),
    labelsAfterClaim: labels.nullable().optional(),
  }),
})

const rulesCase = <Kind extends string>(kind: Kind) =>
  z.strictObject({ ...common, kind: z.literal(kind), rules, plans: plans.nullable().optional(), expect: expectRules })

/** One conformance case. Strict, so that an unknown key is an error instead of an assertion that never runs. */
export const caseSchema = z.discriminatedUnion('kind', [
  rulesCase('parse'),
  rulesCase('validate'),
  matchCase,
  selectCase,
  releaseCase,
  cleanupCase,
  limitCase,
  allowlistCase,
  metricsCase,
])

export type Case = z.infer<typeof caseSchema>
export type CaseOf<Kind extends Case['kind']> = Extract<Case, { readonly kind: Kind }>
