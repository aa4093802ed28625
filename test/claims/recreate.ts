import { nullIfNotFound } from '#lib/garden/client/garden-error.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { CREDENTIALS_BINDINGS } from '#lib/garden/resources/resource.ts'
import { waitUntil } from '../kit/wait.ts'
import { bindingObject } from './account-objects.ts'
import { FREE, type World } from './claim-world.ts'

/** Deletes a binding and creates one of the same name, for the account of `secret`. */
export async function recreate(
  { admin, namespace }: Pick<World, 'admin' | 'namespace'>,
  name: string,
  secret: string,
  labels: Readonly<Record<string, string>> = FREE,
): Promise<KubeObject> {
  const collection = { resource: CREDENTIALS_BINDINGS, namespace }
  await admin.delete({ ...collection, name })
  // A garden with controllers removes the binding once its finalizer is removed.
  await waitUntil(async () => (await nullIfNotFound(admin.get({ ...collection, name }))) === null)
  const { metadata, ...object } = bindingObject(namespace, name, labels, secret)
  const { uid: _, ...withoutUid } = metadata
  return admin.create<KubeObject>(collection, { ...object, metadata: withoutUid })
}
