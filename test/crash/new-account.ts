import { vi } from 'vitest'
import { LANDSCAPE_NAMESPACE } from '#embedded-garden/landscape/landscape.ts'
import { CREDENTIALS_BINDINGS, resourcePath } from '#lib/garden/resources/resource.ts'
import type { Binding } from '#lib/hap/pools/binding.ts'
import { accountObjects, bindingObject } from '../claims/account-objects.ts'
import type { ActionKit } from '../garden/action-kit.ts'

let accounts = 0

type Labels = Readonly<Record<string, string>>

/** Creates an account, and returns its binding once the inventory has it. */
export async function newAccount(kit: ActionKit, labels: Labels): Promise<Binding> {
  const name = `account-${++accounts}`
  const [secret, binding] = accountObjects(LANDSCAPE_NAMESPACE, name, labels)
  if (secret) kit.garden.loadAll([secret])
  return create(kit, name, binding)
}

/** Creates an account with two bindings. */
export async function newPair(kit: ActionKit, labels: Labels): Promise<readonly [Binding, Binding]> {
  const one = await newAccount(kit, labels)
  const name = `${one.name}-b`
  return [one, await create(kit, name, bindingObject(LANDSCAPE_NAMESPACE, name, labels, one.name))]
}

async function create(kit: ActionKit, name: string, binding: unknown): Promise<Binding> {
  const namespace = LANDSCAPE_NAMESPACE
  await kit.admin.request({
    doing: `create ${name}`,
    permission: null,
    method: 'POST',
    path: resourcePath({ resource: CREDENTIALS_BINDINGS, namespace }),
    contentType: 'application/json',
    body: JSON.stringify(binding),
  })
  return known(kit, name)
}

/** The current version of a binding, once the inventory has it. */
export async function known(kit: ActionKit, name: string): Promise<Binding> {
  const now = await kit.observer.read(kit.ref(name))
  const key = `${now.kind}/${now.namespace}/${now.name}`
  const isKnown = () => kit.inventory.binding(key)?.resourceVersion === now.resourceVersion
  await vi.waitUntil(isKnown, { timeout: 20_000, interval: 2 })
  return now
}
