import type { KubeObject } from '#lib/garden/resources/objects.ts'

/** The same object, but for a kubeconfig that a request may ask for in its status: no page shows that. */
export function withoutKubeconfig<T extends KubeObject & { readonly status?: object }>(object: T): T {
  const { status } = object
  if (status !== undefined && 'kubeconfig' in status) Reflect.deleteProperty(status, 'kubeconfig')
  return object
}
