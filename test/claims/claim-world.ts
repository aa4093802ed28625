import https from 'node:https'
import { onTestFinished } from 'vitest'
import { createGarden, type Garden, type GardenOptions } from '#embedded-garden/garden.ts'
import { createGardenClient, type GardenClient } from '#lib/garden/client/client.ts'
import type { Inventory } from '#lib/garden/inventory/inventory.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { CREDENTIALS_BINDINGS, resourcePath, SECRETS } from '#lib/garden/resources/resource.ts'
import type { Limits } from '#lib/hap/lifecycle/multi-account.ts'
import { ANNOTATIONS } from '#lib/hap/pools/binding.ts'
import type { Request } from '#lib/hap/request.ts'
import type { ClaimRules } from '#lib/services/claims/claim-context.ts'
import type { ClaimService } from '#lib/services/claims/claim-service.ts'
import type { Store } from '#lib/store/store.ts'
import { accessBy } from '../garden/access-by.ts'
import { testStore } from '../store/test-store.ts'
import { accountObjects, shootObject } from './account-objects.ts'
import { testRules } from './schedules/test-rules.ts'
import { type RunningService, serviceOn } from './service-on.ts'

export const ACTOR = { name: 'olga', role: 'operator' }
export const CALLER = { actor: ACTOR, requestId: null }
export const FREE = { hyperscalerType: 'aws' }
export const SHARED = { hyperscalerType: 'aws', shared: 'true' }

/** The garden of the running test file, and its administrator. */
interface FileGarden {
  readonly garden: Garden
  readonly admin: GardenClient
}

let fileGarden: Promise<FileGarden> | null = null
let life: Pick<GardenOptions, 'controllers' | 'shootStepMs'> = {}
let namespaces = 0

/** Lets the garden of a test file create and delete shoots; call it while the file loads. */
export function withShootLife(): void {
  life = { controllers: true, shootStepMs: 50 }
}

async function startGarden(): Promise<FileGarden> {
  const garden = await createGarden({ throttle: false, faults: true, ...life })
  return { garden, admin: createGardenClient({ access: accessBy(garden.kubeconfig('admin')), version: 'observer' }) }
}

/** Stops the garden of a test file. The next file starts its own, as files share this module. */
export async function stopFileGarden(): Promise<void> {
  const started = await fileGarden
  fileGarden = null
  life = {}
  started?.admin.close()
  await started?.garden.stop()
}

export interface World {
  /** The same for all tests of a file. */
  readonly garden: Garden
  /** A client of its administrator, which no process under test sees. */
  readonly admin: GardenClient
  readonly namespace: string
  readonly store: Store
  readonly service: ClaimService
  /** The inventory of that service. */
  readonly inventory: Inventory
  readonly errors: unknown[]
  /** Another process on the same landscape and database. */
  start(holder: string, rules?: () => ClaimRules): Promise<RunningService>
  add(name: string, labels: Record<string, string>, bindings?: readonly string[]): void
  /** Like add, but by requests, so that running watches deliver it. */
  create(name: string, labels: Record<string, string>): Promise<void>
  shoot(name: string, binding: string, tenant: string): void
  labels(name: string): Promise<Record<string, string>>
  claim(request: Request, key: string, on?: ClaimService): ReturnType<ClaimService['claim']>
}

interface WorldOptions {
  readonly allowed?: readonly string[]
  readonly limits?: Limits
  /** Whether dangerous actions need two persons, which limits the actions of the console itself. */
  readonly twoPersons?: boolean
}

/** A namespace with accounts, an empty database and a service. */
export async function world(
  accounts: Readonly<Record<string, Record<string, string>>>,
  { allowed, limits, twoPersons = false }: WorldOptions = {},
): Promise<World> {
  fileGarden ??= startGarden()
  const { garden, admin } = await fileGarden
  const namespace = `garden-${++namespaces}`
  const add = (name: string, labels: Record<string, string>, bindings: readonly string[] = [name]) =>
    garden.loadAll(accountObjects(namespace, name, labels, bindings))
  garden.loadAll([{ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace, uid: namespace } }])
  for (const [name, labels] of Object.entries(accounts)) add(name, labels)
  const store = await testStore()
  const errors: unknown[] = []
  const ours = () => testRules(allowed, limits ?? null)
  const start = async (holder: string, rules = ours) => {
    const access = accessBy(garden.kubeconfig('admin'))
    const running = await serviceOn({ access, namespace, store, holder, rules, errors, change: { twoPersons } })
    onTestFinished(() => running.stop())
    return running
  }
  const { service, inventory } = await start('p1')
  const labels = async (name: string) => {
    const found = await admin.get<KubeObject>({ resource: CREDENTIALS_BINDINGS, namespace, name })
    return { ...found.metadata?.labels, epoch: found.metadata?.annotations?.[ANNOTATIONS.epoch] ?? '0' }
  }
  return {
    garden,
    admin,
    namespace,
    store,
    service,
    inventory,
    errors,
    start,
    add,
    shoot: (name, binding, tenant) => garden.loadAll([shootObject(namespace, name, binding, tenant)]),
    async create(name, labels) {
      const [secret, binding] = accountObjects(namespace, name, labels)
      await post(garden, resourcePath({ resource: SECRETS, namespace }), secret)
      await post(garden, resourcePath({ resource: CREDENTIALS_BINDINGS, namespace }), binding)
    },
    labels,
    claim: (request, key, on = service) => on.claim({ request, cluster: null, ...CALLER }, key),
  }
}

async function post(garden: Garden, path: string, object: unknown): Promise<void> {
  const accept = { Accept: 'application/json', 'Content-Type': 'application/json' }
  const headers = { ...accept, Authorization: `Bearer ${garden.token('admin')}` }
  const options = { method: 'POST', headers, ca: garden.caCertificate }
  await new Promise<void>((resolve, reject) => {
    const request = https.request(`${garden.url}${path}`, options, answer => {
      answer
        .resume()
        .on('end', () => (answer.statusCode === 201 ? resolve() : reject(new Error(`${answer.statusCode}`))))
    })
    request.on('error', reject).end(JSON.stringify(object))
  })
}
