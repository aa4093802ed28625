import { z } from 'zod'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { instanceSchema, multiAccountSchema } from '../conformance/case-parts.ts'

const labels = z.record(z.string(), z.string())

/** An object as kubectl prints it; only what HAP keeps of it is read later. */
const kubeObject = z.custom<KubeObject>(isKubeObject, { error: 'an item without metadata.name' })

const kubeList = z.looseObject({ kind: z.string(), items: z.array(kubeObject) })

const plainBinding = z.strictObject({
  name: z.string(),
  kind: z.enum(['CredentialsBinding', 'SecretBinding', 'Secret']).default('CredentialsBinding'),
  labels: labels.nullable().optional(),
})

const plainShoot = z.strictObject({
  name: z.string(),
  credentialsBinding: z.string().nullable().optional(),
  secretBinding: z.string().nullable().optional(),
})

/** A cluster as requested: what shoots do not carry. */
const cluster = z.strictObject({
  plan: z.string(),
  provider: z.string().optional(),
  platformRegion: z.string().default(''),
  hyperscalerRegion: z.string().default(''),
  globalAccount: z.string().default(''),
  count: z.number().int().positive().default(1),
})

const listOrItems = <Item extends z.ZodType>(item: Item) => z.union([kubeList, z.array(z.union([kubeObject, item]))])

/** What an inventory file may hold: parts in the writing of conformance cases or of kubectl. */
export const inventorySchema = z.strictObject({
  bindings: listOrItems(plainBinding).default([]),
  shoots: listOrItems(plainShoot).default([]),
  instances: z.array(instanceSchema).default([]),
  multiAccount: multiAccountSchema.nullable().optional(),
  clusters: z.array(cluster).default([]),
})

export const kubeListSchema = kubeList

export type InventoryDocument = z.infer<typeof inventorySchema>
export type KubeList = z.infer<typeof kubeList>
export type PlainBinding = z.infer<typeof plainBinding>
export type PlainShoot = z.infer<typeof plainShoot>
export type Cluster = z.infer<typeof cluster>

const metadataSchema = z.looseObject({ name: z.string(), labels: labels.optional(), annotations: labels.optional() })

function isKubeObject(value: unknown): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    'metadata' in value &&
    metadataSchema.safeParse(value.metadata).success
  )
}
