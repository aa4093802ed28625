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
  subscriptionGlobalAccount: z.string().nullable().optional(),
  binding: z.string(),
  deleted: z.boolean().optional(),
  suspended: z.boolean().optional(),
  count: z.number().int().nonnegative().optional(),
})
export const multiAccountSchema = z.strictObject({
  allowed: z.array(z.string()).nullable().optional(),
  limits: limits.nullable().optional(),
  minBindingsForGuard: z.number().optional(),
})

export type CaseInstance = z.infer<typeof instanceSchema>
export type CaseMultiAccount = z.infer<typeof multiAccountSchema>
