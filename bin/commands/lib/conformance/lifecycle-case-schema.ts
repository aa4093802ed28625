import { z } from 'zod'
import { bindings, common, instanceSchema, labels, limits } from './case-parts.ts'

export const releaseCase = z.strictObject({
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

export const cleanupCase = z.strictObject({
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

export const limitCase = z.strictObject({
  ...common,
  kind: z.literal('limit'),
  input: z.strictObject({ limits: limits.nullable(), provider: z.string() }),
  expect: z.number(),
})

export const allowlistCase = z.strictObject({
  ...common,
  kind: z.literal('allowlist'),
  input: z.strictObject({ allowed: z.array(z.string()).nullable(), globalAccount: z.string() }),
  expect: z.boolean(),
})

export const metricsCase = z.strictObject({
  ...common,
  kind: z.literal('metrics'),
  input: z.strictObject({ bindings: bindings.default([]), instances: z.array(instanceSchema).default([]) }),
  expect: z.record(z.string(), z.record(z.string(), z.number())),
})
