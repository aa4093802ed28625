import { z } from 'zod'
import type { KebInstance } from '#lib/hap/analysis/keb-gauges.ts'
import { type Limits, MULTI_ACCOUNT_OFF, type MultiAccount } from '#lib/hap/lifecycle/multi-account.ts'

/** Fills in defaults that cases and inventory files omit. */
export function readInstance(instance: CaseInstance): KebInstance {
  return {
    globalAccount: instance.globalAccount,
    subscriptionGlobalAccount: instance.subscriptionGlobalAccount ?? '',
    binding: instance.binding,
    deleted: instance.deleted ?? false,
    suspended: instance.suspended ?? false,
    count: instance.count ?? 1,
  }
}

export function readMultiAccount(settings: CaseMultiAccount | null | undefined): MultiAccount {
  if (!settings) return MULTI_ACCOUNT_OFF
  return {
    allowed: settings.allowed ?? [],
    limits: settings.limits === null ? null : readLimits(settings.limits ?? {}),
    minBindingsForGuard: settings.minBindingsForGuard ?? 0,
  }
}

/** Limits with `default` apart from the providers; null stays null. */
export function readLimits(limits: Readonly<Record<string, number>>): Limits
export function readLimits(limits: Readonly<Record<string, number>> | null): Limits | null
export function readLimits(limits: Readonly<Record<string, number>> | null): Limits | null {
  if (limits === null) return null
  const { default: byDefault = 0, ...providers } = limits
  return { default: byDefault, providers }
}

/** Fields of every case. */
const common = {
  id: z.string(),
  source: z.string().optional(),
  derived: z.boolean().optional(),
  note: z.string().optional(),
}

const labels = z.record(z.string(), z.string())
const limits = z.record(z.string(), z.number())
const bindings = z.array(z.strictObject({ name: z.string(), labels: labels.nullable().optional() }))

/** Instances and settings as cases and inventory files write them. */
export const instanceSchema = z.strictObject({
  globalAccount: z.string(),
  subscriptionGlobalAccount: z.string().nullish(),
  binding: z.string(),
  deleted: z.boolean().nullish(),
  suspended: z.boolean().nullish(),
  count: z.number().int().nonnegative().nullish(),
})
export const multiAccountSchema = z.strictObject({
  allowed: z.array(z.string()).nullish(),
  limits: limits.nullish(),
  minBindingsForGuard: z.number().nullish(),
})

type CaseInstance = z.infer<typeof instanceSchema>
type CaseMultiAccount = z.infer<typeof multiAccountSchema>

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

const releaseCase = z.strictObject({
  ...common,
  kind: z.literal('release'),
  input: z.strictObject({
    binding: z.strictObject({ name: z.string(), labels: labels.nullable().optional() }),
    instance: z.strictObject({ subscriptionSecretName: z.string().nullable().optional() }),
    provisioningTargetSecret: z.string().nullable().optional(),
    shootName: z.string().default(''),
    shoots: z
      .array(
        z.strictObject({
          name: z.string(),
          credentialsBinding: z.string().nullable().optional(),
          secretBinding: z.string().nullable().optional(),
        }),
      )
      .default([]),
    timedOut: z.boolean().optional(),
    bindingMissing: z.boolean().optional(),
    otherInstancesInDb: z.number().optional(),
  }),
  expect: z.strictObject({
    outcome: z.enum([
      'marked-dirty',
      'still-used',
      'skip-shared',
      'skip-internal',
      'skip-dirty',
      'nothing-assigned',
      'retry',
      'failed',
    ]),
    dirty: z.string().nullable().optional(),
    retryAfterSeconds: z.number().optional(),
    timeoutSeconds: z.number().optional(),
  }),
})

const cleanupCase = z.strictObject({
  ...common,
  kind: z.literal('cleanup'),
  input: z.strictObject({
    bindings: z.array(
      z.strictObject({
        name: z.string(),
        providerType: z.string().nullable().optional(),
        credentialsRef: z.strictObject({ kind: z.string() }).optional(),
        labels: labels.nullable().optional(),
      }),
    ),
    shoots: z
      .array(
        z.strictObject({
          name: z.string().optional(),
          credentialsBinding: z.string().nullable().optional(),
          secretBinding: z.string().nullable().optional(),
        }),
      )
      .default([]),
  }),
  expect: z.record(z.string(), z.strictObject({ released: z.boolean(), labels: labels.optional() })),
})

const limitCase = z.strictObject({
  ...common,
  kind: z.literal('limit'),
  input: z.strictObject({ limits: limits.nullable(), provider: z.string() }),
  expect: z.number(),
})

const allowlistCase = z.strictObject({
  ...common,
  kind: z.literal('allowlist'),
  input: z.strictObject({ allowed: z.array(z.string()).nullable(), globalAccount: z.string() }),
  expect: z.boolean(),
})

const metricsCase = z.strictObject({
  ...common,
  kind: z.literal('metrics'),
  input: z.strictObject({ bindings: bindings.default([]), instances: z.array(instanceSchema).default([]) }),
  expect: z.record(z.string(), z.record(z.string(), z.number())),
})

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
