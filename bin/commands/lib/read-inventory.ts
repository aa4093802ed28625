import { z } from 'zod'
import { Interner } from '#lib/garden/inventory/interner.ts'
import { bindingProjection } from '#lib/garden/inventory/project-binding.ts'
import { shootProjection } from '#lib/garden/inventory/project-shoot.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { dropNullFields, MalformedObjectError } from '#lib/garden/resources/read-fields.ts'
import type { KebInstance } from '#lib/hap/analysis/keb-gauges.ts'
import { isRecord } from '#lib/hap/document.ts'
import type { PopulationEntry } from '#lib/hap/impact/affected.ts'
import type { MultiAccount } from '#lib/hap/lifecycle/multi-account.ts'
import { BINDING_KINDS, type Binding, type BindingKind } from '#lib/hap/pools/binding.ts'
import type { Shoot } from '#lib/hap/pools/shoot.ts'
import { formatInputProblems, INPUT_MESSAGES } from '#lib/input-problems.ts'
import { type Io, UsageError } from '../../command.ts'
import { instanceSchema, multiAccountSchema, readInstance, readMultiAccount } from './conformance/case-schema.ts'
import { readLargeDocument } from './load-rules.ts'

/** The merged content of inventory files. */
export interface InventoryFiles {
  readonly bindings: readonly Binding[]
  readonly shoots: readonly Shoot[]
  /** Null when no file has the field; an empty list states that there are none. */
  readonly instances: readonly KebInstance[] | null
  readonly multiAccount: MultiAccount
  readonly clusters: readonly Cluster[]
}

/** Reads inventory files, in JSON or YAML. Throws UsageError for one that is neither an inventory nor kubectl's list. */
export async function readInventory(files: readonly string[], io: Io): Promise<InventoryFiles> {
  const documents = await Promise.all(files.map(file => readDocument(file, io)))
  return {
    bindings: listOnce(documents.flatMap(({ bindings }) => itemsOf(bindings).flatMap(legible(readBinding)))),
    shoots: listOnce(documents.flatMap(({ shoots }) => itemsOf(shoots).flatMap(legible(readShoot)))),
    instances: instancesOf(documents),
    multiAccount: readMultiAccount(documents.find(({ multiAccount }) => multiAccount)?.multiAccount),
    clusters: documents.flatMap(({ clusters }) => clusters),
  }
}

/** Objects by kind, namespace and name: files may overlap, and the last one wins. */
function listOnce<Item extends Binding | Shoot>(items: readonly Item[]): readonly Item[] {
  const identity = (item: Item) => JSON.stringify(['kind' in item ? item.kind : 'Shoot', item.namespace, item.name])
  return [...new Map(items.map(item => [identity(item), item])).values()]
}

function instancesOf(documents: readonly InventoryDocument[]): InventoryFiles['instances'] {
  const told = documents.flatMap(({ instances }) => (instances ? [instances] : []))
  return told.length === 0 ? null : told.flat().map(readInstance)
}

async function readDocument(file: string, io: Io): Promise<InventoryDocument> {
  const value = await readLargeDocument(file, io)
  if (isKubeList(value)) {
    const list = checked(file, kubeListSchema, value)
    return { ...inventorySchema.parse({}), bindings: list, shoots: list }
  }
  return checked(file, inventorySchema, value)
}

/** Maximum number of problems printed; further ones usually have the same cause. */
const MAX_PROBLEMS = 10

function checked<Schema extends z.ZodType>(file: string, schema: Schema, value: unknown): z.output<Schema> {
  const { data, error } = schema.safeParse(value, { error: INPUT_MESSAGES })
  if (!error) return data
  const problems = formatInputProblems(error, 'the document')
  const more = problems.length > MAX_PROBLEMS ? [`${problems.length - MAX_PROBLEMS} more`] : []
  throw new UsageError(`${file} is not an inventory: ${[...problems.slice(0, MAX_PROBLEMS), ...more].join('; ')}.`)
}

/** In a typed list such as CredentialsBindingList kubectl omits the kind of the items. */
function itemsOf<Item>(list: KubeList | readonly Item[]): readonly (Item | KubeObject)[] {
  if (!('items' in list)) return list
  const kind = list.kind.replace(/List$/, '')
  return list.items.map(item => dropNullFields({ ...item, kind: item.kind ?? kind }))
}

/** Reads one item; throws UsageError for a malformed one. */
function legible<Item extends PlainBinding | PlainShoot | KubeObject, Read>(read: (item: Item) => Read) {
  return (item: Item): Read => {
    try {
      return read(item)
    } catch (error) {
      if (!(error instanceof MalformedObjectError)) throw error
      const name = 'name' in item ? item.name : (item as KubeObject).metadata?.name
      throw new UsageError(`The object ${name} of the inventory cannot be read: ${error.message}.`)
    }
  }
}

const interner = new Interner()

function readBinding(item: PlainBinding | KubeObject): readonly Binding[] {
  const kind = BINDING_KINDS.find(name => name === item.kind)
  if (!kind) return []
  const binding = bindingProjection(kind, interner)('name' in item ? plainObject(kind, item) : item)
  return binding ? [binding] : []
}

/** Expands a short binding to an object that refers to a separate account of the same name. */
function plainObject(kind: BindingKind, { name, labels }: PlainBinding) {
  return {
    metadata: { name, namespace: 'garden', uid: `${kind}/${name}`, labels: labels ?? {} },
    credentialsRef: { kind: 'Secret', name, namespace: 'garden' },
    secretRef: { name, namespace: 'garden' },
  }
}

function readShoot(item: PlainShoot | KubeObject): Shoot | readonly Shoot[] {
  const project = shootProjection(interner)
  if ('name' in item) return project(plainShoot(item)) ?? []
  return item.kind === 'Shoot' ? (project(item) ?? []) : []
}

function plainShoot({ name, credentialsBinding, secretBinding }: PlainShoot) {
  const spec = { credentialsBindingName: credentialsBinding ?? '', secretBindingName: secretBinding ?? '' }
  return { metadata: { name, namespace: 'garden' }, spec }
}

const labels = z.record(z.string(), z.string({ error: 'must be text; put it in quotes' }))

/** A field where null equals a missing value. */
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

const inventoryShoot = z.strictObject({
  name: z.string(),
  credentialsBinding: z.string().nullish(),
  secretBinding: z.string().nullish(),
})

/** A requested cluster, with fields that shoots do not have. */
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

/** An inventory file, in the notation of conformance cases or of kubectl. */
const inventorySchema = z.strictObject({
  bindings: listOrItems(plainBinding).default([]),
  shoots: listOrItems(inventoryShoot).default([]),
  instances: z.array(instanceSchema).nullish(),
  multiAccount: multiAccountSchema.nullish(),
  clusters: orElse(z.array(cluster), []),
})

const kubeListSchema = kubeList

type InventoryDocument = z.infer<typeof inventorySchema>
type KubeList = z.infer<typeof kubeList>
type PlainBinding = z.infer<typeof plainBinding>
type PlainShoot = z.infer<typeof inventoryShoot>
type Cluster = z.infer<typeof cluster>

/** Whether a value has the form of a kubectl list, valid or not. */
function isKubeList(value: unknown): boolean {
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

/** Parses a part of a document; its issues become issues of the whole document. */
function report<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  context: z.core.$RefinementCtx,
): z.output<Schema> | undefined {
  const { data, error } = schema.safeParse(value, { error: INPUT_MESSAGES })
  for (const { path, message } of error?.issues ?? []) context.addIssue({ code: 'custom', path, message })
  return data
}

/** The requested clusters of a file. A missing region is empty; a missing provider follows from the plan. */
export function requestedClusters(clusters: readonly Cluster[]): readonly PopulationEntry[] {
  return clusters.map(({ count, provider = null, globalAccount, ...asked }) => ({
    asked: { ...asked, provider, globalAccount: globalAccount || null },
    clusters: count,
  }))
}
