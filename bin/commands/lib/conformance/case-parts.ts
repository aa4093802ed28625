import { z } from 'zod'

/** What every case may say about itself. */
export const common = {
  id: z.string(),
  source: z.string().optional(),
  derived: z.boolean().optional(),
  note: z.string().optional(),
}

export const labels = z.record(z.string(), z.string())
export const limits = z.record(z.string(), z.number())
export const bindings = z.array(z.strictObject({ name: z.string(), labels: labels.nullable().optional() }))

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

export type CaseInstance = z.infer<typeof instanceSchema>
export type CaseMultiAccount = z.infer<typeof multiAccountSchema>
