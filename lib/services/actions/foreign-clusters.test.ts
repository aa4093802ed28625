import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { LANDSCAPE_NAMESPACE } from '#embedded-garden/landscape/landscape.ts'
import type { GardenClient } from '#lib/garden/client/client.ts'
import type { Inventory } from '#lib/garden/inventory/inventory.ts'
import { type LiveInventory, watchInventory } from '#lib/garden/inventory/watch-inventory.ts'
import { SHOOTS } from '#lib/garden/resources/resource.ts'
import type { Action } from '#lib/hap/actions/action.ts'
import type { Binding } from '#lib/hap/pools/binding.ts'
import { type ActionKit, between, keyOf, OPERATOR, startActionKit } from '../../../test/garden/action-kit.ts'
import { createActionService } from './action-service.ts'

// Servers and timers are slow on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const STRANGER = 'ga-stranger'
const IN_USE: unknown = expect.stringMatching(/\b1 cluster\b/)
const CONFIRMED = { 'confirmation.gardener.cloud/deletion': 'true' }

let kit: ActionKit
let held: LiveInventory

beforeAll(async () => {
  kit = await startActionKit()
})

afterEach(async () => {
  await held.stop()
  kit.audit.clear()
})

afterAll(() => kit.stop())

/** From now on no change of shoots is delivered, but every change of bindings. */
async function holdBackShoots(): Promise<Inventory> {
  const client: GardenClient = {
    ...kit.admin,
    watch: (collection, options) =>
      collection.resource.kind === 'Shoot' ? silence(options.signal) : kit.admin.watch(collection, options),
  }
  held = watchInventory({
    client,
    namespace: LANDSCAPE_NAMESPACE,
    kinds: ['CredentialsBinding', 'SecretBinding'],
    staleAfterMs: 60_000,
  })
  await held.ready(AbortSignal.timeout(30_000))
  return held.inventory
}

/** An open watch that delivers nothing. */
async function silence(signal?: AbortSignal) {
  return (async function* () {
    await new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
    yield* []
  })()
}

function cluster(name: string, binding: string, owner = STRANGER) {
  return {
    apiVersion: 'core.gardener.cloud/v1beta1',
    kind: 'Shoot',
    metadata: {
      name,
      namespace: LANDSCAPE_NAMESPACE,
      uid: `uid-${name}`,
      labels: { account: owner },
      annotations: CONFIRMED,
    },
    spec: { credentialsBindingName: binding, region: 'eu-central-1', provider: { type: 'aws' } },
  }
}

const place = (name: string) => ({ resource: SHOOTS, namespace: LANDSCAPE_NAMESPACE, name })

/** Performs an action on a binding, with an outdated inventory. */
function perform(action: Action, { kind, namespace, name }: Binding, inventory: Inventory, writes = kit.writer()) {
  const input = { binding: { kind, namespace, name }, reason: 'ticket 4711' }
  return createActionService(kit.context({ inventory, writes })).perform(action, OPERATOR, input, { requestId: null })
}

/** An account in the first state of an action, without clusters. */
const BEGINNINGS: readonly (readonly [Action, (inventory: Inventory) => Promise<Binding>])[] = [
  ['release', async () => kit.idle()],
  ['mark-dirty', async () => kit.idle()],
  ['quarantine', async () => kit.idle()],
  ['confirm-clean', inventory => done('mark-dirty', kit.idle(), inventory)],
  ['undo-dirty', inventory => done('mark-dirty', free(), inventory)],
  ['unmark-internal', inventory => done('mark-internal', free(), inventory)],
  ['unhold', inventory => done('hold', free(), inventory)],
]

const taken = new Set<string>()

/** Another free account at each call. */
function free(): Binding {
  const found = kit.find(
    'free',
    ({ binding }) => !taken.has(binding.name) && kit.inventory.shootCountOfAccount(keyOf(binding)) === 0,
  )
  taken.add(found.name)
  return found
}

async function done(action: Action, binding: Binding, inventory: Inventory): Promise<Binding> {
  expect(await perform(action, binding, inventory)).toMatchObject({ status: 'done' })
  return kit.observer.read(binding)
}

/** The large landscape is compared with the inventory rather than listed completely. */
const LANDSCAPES: readonly (readonly [size: string, more: number, beginnings: typeof BEGINNINGS])[] = [
  ['small', 0, BEGINNINGS],
  ['large', 300, BEGINNINGS.slice(0, 4)],
]

describe.each(LANDSCAPES)(
  'a cluster of another tenant in a %s landscape that the watch has not delivered',
  (size, more, beginnings) => {
    let inventory: Inventory

    beforeAll(() => {
      kit.garden.loadAll(Array.from({ length: more }, (_, i) => cluster(`c-more-${i}`, 'another')))
    })

    beforeEach(async () => {
      inventory = await holdBackShoots()
    })

    test.each(beginnings)('existed before: %s is refused', async (action, begin) => {
      const binding = await begin(inventory)
      kit.garden.loadAll([cluster(`c-before-${action}-${size}`, binding.name)])
      expect(await perform(action, binding, inventory)).toMatchObject({
        status: 'refused',
        reason: IN_USE,
      })
      expect(await kit.observer.read(binding)).toEqual(binding)
    })

    test.each(beginnings)('arrives between the read and the write: %s is reverted', async (action, begin) => {
      const binding = await begin(inventory)
      const written = async () => kit.garden.loadAll([cluster(`c-during-${action}-${size}`, binding.name)])
      const result = await perform(action, binding, inventory, between(kit.writer(), { written }))
      expect(result).toMatchObject({ status: 'collided', reason: IN_USE })
      expect((await kit.observer.read(binding)).labels).toEqual(binding.labels)
    })
  },
)

describe('a deleted or moved cluster of another tenant that the inventory still has', () => {
  test('blocks nothing after its deletion', async () => {
    const binding = kit.idle()
    kit.garden.loadAll([cluster('c-gone', binding.name)])
    const inventory = await holdBackShoots()
    await kit.admin.delete(place('c-gone'))
    expect(inventory.shootCountOfAccount(keyOf(binding))).toBe(1)
    const preview = await createActionService(kit.context({ inventory })).preview('release', OPERATOR, {
      binding: refOf(binding),
    })
    expect(preview).toMatchObject({ status: 'planned', plan: { clusters: [] } })
    expect(await perform('release', binding, inventory)).toMatchObject({ status: 'done', note: null })
  })

  test('counts for its current account', async () => {
    const [left, entered] = [kit.idle(), kit.idle()]
    kit.garden.loadAll([cluster('c-moves', left.name)])
    const inventory = await holdBackShoots()
    await kit.admin.delete(place('c-moves'))
    kit.garden.loadAll([cluster('c-moves', entered.name)])
    expect(await perform('release', entered, inventory)).toMatchObject({ status: 'refused' })
    expect(await perform('release', left, inventory)).toMatchObject({ status: 'done', note: null })
  })
})

function refOf({ kind, namespace, name }: Binding) {
  return { kind, namespace, name }
}
