import type { z } from 'zod'
import { Interner } from '#lib/garden/inventory/interner.ts'
import { bindingProjection } from '#lib/garden/inventory/project-binding.ts'
import { shootProjection } from '#lib/garden/inventory/project-shoot.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { dropNullFields, MalformedObjectError } from '#lib/garden/resources/read-fields.ts'
import type { KebInstance } from '#lib/hap/analysis/keb-gauges.ts'
import type { MultiAccount } from '#lib/hap/lifecycle/multi-account.ts'
import { BINDING_KINDS, type Binding, type BindingKind } from '#lib/hap/pools/binding.ts'
import type { Shoot } from '#lib/hap/pools/shoot.ts'
import { formatInputProblems, INPUT_MESSAGES } from '#lib/input-problems.ts'
import { type Io, UsageError } from '../../../command.ts'
import { readInstance, readMultiAccount } from '../case-shapes.ts'
import { readLargeDocument } from '../read-document.ts'
import {
  type Cluster,
  type InventoryDocument,
  inventorySchema,
  isKubeList,
  type KubeList,
  kubeListSchema,
  type PlainBinding,
  type PlainShoot,
} from './inventory-schema.ts'

/** What inventory files say, all of them together. */
export interface InventoryFiles {
  readonly bindings: readonly Binding[]
  readonly shoots: readonly Shoot[]
  /** Null when no file has the field; an empty list means that there are none. */
  readonly instances: readonly KebInstance[] | null
  readonly multiAccount: MultiAccount
  readonly clusters: readonly Cluster[]
}

/** Reads inventory files, in JSON or YAML. Throws UsageError for one that is neither an inventory nor kubectl's list. */
export async function readInventory(files: readonly string[], io: Io): Promise<InventoryFiles> {
  const documents = await Promise.all(files.map(file => readDocument(file, io)))
  return {
    bindings: documents.flatMap(({ bindings }) => itemsOf(bindings).flatMap(legible(readBinding))),
    shoots: documents.flatMap(({ shoots }) => itemsOf(shoots).flatMap(legible(readShoot))),
    instances: instancesOf(documents),
    multiAccount: readMultiAccount(documents.find(({ multiAccount }) => multiAccount)?.multiAccount),
    clusters: documents.flatMap(({ clusters }) => clusters),
  }
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
const MOST_PROBLEMS = 10

function checked<Schema extends z.ZodType>(file: string, schema: Schema, value: unknown): z.output<Schema> {
  const { data, error } = schema.safeParse(value, { error: INPUT_MESSAGES })
  if (!error) return data
  const problems = formatInputProblems(error, 'the document')
  const more = problems.length > MOST_PROBLEMS ? [`${problems.length - MOST_PROBLEMS} more`] : []
  throw new UsageError(`${file} is not an inventory: ${[...problems.slice(0, MOST_PROBLEMS), ...more].join('; ')}.`)
}

/** kubectl leaves the kind of each item to a typed list: CredentialsBindingList. */
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
