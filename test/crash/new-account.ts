import { vi } from 'vitest'
import { LANDSCAPE_NAMESPACE } from '#lib/embedded-garden/landscape/landscape.ts'
import { CREDENTIALS_BINDINGS, resourcePath } from '#lib/garden/resources/resource.ts'
import type { Binding } from '#lib/hap/pools/binding.ts'
import { accountObjects } from '../claims/account-objects.ts'
import type { ActionKit } from '../garden/action-kit.ts'

let accounts = 0

/** The binding of a new account, as an inventory that follows the garden knows it. */
export async function newAccount(kit: ActionKit, labels: Readonly<Record<string, string>>): Promise<Binding> {
  const name = `account-${++accounts}`
  const namespace = LANDSCAPE_NAMESPACE
  const [secret, binding] = accountObjects(namespace, name, labels)
  if (secret) kit.garden.loadAll([secret])
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

/** A binding as it is, once the inventory knows it so. */
export async function known(kit: ActionKit, name: string): Promise<Binding> {
  const now = await kit.observer.read(kit.ref(name))
  const key = `${now.kind}/${now.namespace}/${now.name}`
  const isKnown = () => kit.inventory.binding(key)?.resourceVersion === now.resourceVersion
  await vi.waitUntil(isKnown, { timeout: 20_000, interval: 2 })
  return now
}
