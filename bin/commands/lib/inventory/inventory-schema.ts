import { z } from 'zod'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { isRecord } from '#lib/hap/document.ts'
import { INPUT_MESSAGES } from '#lib/input-problems.ts'
import { instanceSchema, multiAccountSchema } from '../conformance/case-parts.ts'

const labels = z.record(z.string(), z.string({ error: 'must be text; put it in quotes' }))

/** A field that may be missing or null, which is the same. */
function orElse<Schema extends z.ZodType>(schema: Schema, absent: z.output<Schema>) {
  return schema.nullish().transform(value => value ?? absent)
}

const kubeShape = z.looseObject({
  kind: z.string().nullish(),
  metadata: z.looseObject({ name: z.string(), labels: labels.nullish(), annotations: labels.nullish() }),
})

/** An object as kubectl prints it, unchanged; a later step reads the fields that HAP uses. */
const kubeObject = z.custom<KubeObject>().superRefine((value, context) => void report(kubeShape, value, context))

const kubeList = z.looseObject({ kind: z.string(), items: orElse(z.array(kubeObject), []) })

const plainBinding = z.strictObject({
  name: z.string(),
  kind: orElse(z.enum(['CredentialsBinding', 'SecretBinding', 'Secret']), 'CredentialsBinding'),
  labels: labels.nullish(),
})

const plainShoot = z.strictObject({
  name: z.string(),
  credentialsBinding: z.string().nullish(),
  secretBinding: z.string().nullish(),
})

/** A cluster as requested: what shoots do not carry. */
const cluster = z.strictObject({
  plan: z.string(),
  provider: z.string().nullish(),
  platformRegion: orElse(z.string(), ''),
  hyperscalerRegion: orElse(z.string(), ''),
  globalAccount: orElse(z.string(), ''),
  count: orElse(z.number().int().positive(), 1),
})

const listOrItems = <Item extends z.ZodType>(item: Item) =>
  either(isKubeList, kubeList, orElse(z.array(either(isKubeObject, kubeObject, item)), []))

/** What an inventory file may hold: parts in the writing of conformance cases or of kubectl. */
export const inventorySchema = z.strictObject({
  bindings: listOrItems(plainBinding).default([]),
  shoots: listOrItems(plainShoot).default([]),
  instances: z.array(instanceSchema).nullish(),
  multiAccount: multiAccountSchema.nullish(),
  clusters: orElse(z.array(cluster), []),
})

export const kubeListSchema = kubeList

export type InventoryDocument = z.infer<typeof inventorySchema>
export type KubeList = z.infer<typeof kubeList>
export type PlainBinding = z.infer<typeof plainBinding>
export type PlainShoot = z.infer<typeof plainShoot>
export type Cluster = z.infer<typeof cluster>

/** Whether something is meant for a list of kubectl, in order or not. */
export function isKubeList(value: unknown): boolean {
  return isRecord(value) && 'items' in value
}

function isKubeObject(value: unknown): boolean {
  return isRecord(value) && 'metadata' in value
}

/**
 * Validates against one of two schemas. `isFirst` chooses, so that the errors concern the intended
 * form, unlike a union's.
 */
function either<First extends z.ZodType, Second extends z.ZodType>(
  isFirst: (value: unknown) => boolean,
  first: First,
  second: Second,
) {
  return z.unknown().transform((value, context): z.output<First> | z.output<Second> => {
    return report(isFirst(value) ? first : second, value, context) ?? z.NEVER
  })
}

/** Parses a part of a document; what is wrong with it becomes an issue of the whole. */
function report<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  context: z.core.$RefinementCtx,
): z.output<Schema> | undefined {
  const { data, error } = schema.safeParse(value, { error: INPUT_MESSAGES })
  for (const { path, message } of error?.issues ?? []) context.addIssue({ code: 'custom', path, message })
  return data
}
