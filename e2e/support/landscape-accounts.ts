import { expect } from '@playwright/test'
import type { GardenClient, MergePatch } from '#lib/garden/client/client.ts'
import type { CredentialsBindingObject, KubeObject } from '#lib/garden/resources/objects.ts'
import { bindingResource, CREDENTIALS_BINDINGS, resourcePath } from '#lib/garden/resources/resource.ts'
import type { BindingKind } from '#lib/hap/pools/binding.ts'

export const NAMESPACE = 'garden-kyma-prod'

type Labels = Readonly<Record<string, string | null>>

/** Changes labels of a binding with a direct patch. Returns a function that restores them. */
export async function relabel(
  garden: GardenClient,
  kind: BindingKind,
  name: string,
  labels: Labels,
): Promise<() => Promise<unknown>> {
  const place = { resource: bindingResource(kind), namespace: NAMESPACE, name }
  const patch = async (change: MergePatch) => {
    const { metadata } = await garden.get<KubeObject>(place)
    return garden.patch<KubeObject>(place, change, { resourceVersion: metadata?.resourceVersion ?? '' })
  }
  const { metadata } = await garden.get<KubeObject>(place)
  const before = Object.fromEntries(Object.keys(labels).map(key => [key, metadata?.labels?.[key] ?? null]))
  await patch({ metadata: { labels } })
  return () => patch({ metadata: { labels: before } })
}

/** Returns a function that restores the current labels of a binding after any changes. */
export async function snapshotLabels(
  garden: GardenClient,
  kind: BindingKind,
  name: string,
): Promise<() => Promise<unknown>> {
  const place = { resource: bindingResource(kind), namespace: NAMESPACE, name }
  const before = (await garden.get<KubeObject>(place)).metadata?.labels ?? {}
  return async () => {
    const { metadata } = await garden.get<KubeObject>(place)
    const gone = Object.fromEntries(Object.keys(metadata?.labels ?? {}).map(key => [key, null]))
    const change = { metadata: { labels: { ...gone, ...before } } }
    return garden.patch<KubeObject>(place, change, { resourceVersion: metadata?.resourceVersion ?? '' })
  }
}

/** Bindings of both kinds that a label selector finds. */
export async function bindingsWith(
  garden: GardenClient,
  labelSelector: string,
): Promise<readonly { kind: BindingKind; name: string }[]> {
  const found: { kind: BindingKind; name: string }[] = []
  for (const kind of ['CredentialsBinding', 'SecretBinding'] as const) {
    const collection = { resource: bindingResource(kind), namespace: NAMESPACE, labelSelector }
    await garden.page<KubeObject>(collection, { limit: 1_000 }, ({ metadata }) => {
      if (metadata?.name) found.push({ kind, name: metadata.name })
    })
  }
  return found
}

/** Adds a CredentialsBinding to the account of another one. Returns a function that deletes it. */
export async function addBinding(
  garden: GardenClient,
  { name, labels, of }: { readonly name: string; readonly labels: Labels; readonly of: string },
): Promise<() => Promise<unknown>> {
  const place = { resource: CREDENTIALS_BINDINGS, namespace: NAMESPACE }
  const { apiVersion, kind, credentialsRef, provider } = await garden.get<CredentialsBindingObject>({
    ...place,
    name: of,
  })
  const send = (method: string, path: string, body: unknown) =>
    garden.request({
      doing: 'change a binding',
      permission: null,
      method,
      path,
      contentType: 'application/json',
      body: JSON.stringify(body),
    })
  await send('POST', resourcePath(place), {
    apiVersion,
    kind,
    metadata: { name, namespace: NAMESPACE, labels },
    credentialsRef,
    provider,
  })
  return () => send('DELETE', resourcePath({ ...place, name }), {})
}

/** Recreates a binding until the console doubts it: the console remembers a binding after reading it twice. */
export async function recreateBinding(
  garden: GardenClient,
  order: Parameters<typeof addBinding>[1],
  isDoubted: () => Promise<boolean>,
): Promise<() => Promise<unknown>> {
  let remove = await addBinding(garden, order)
  await expect(async () => {
    await remove()
    remove = await addBinding(garden, order)
    await expect.poll(isDoubted, { timeout: 3_000 }).toBe(true)
  }).toPass()
  return () => remove()
}
