import type { KubeObject } from '#lib/garden/resources/objects.ts'

/** The same object, but for a kubeconfig that a request may ask for in its status: nobody shows that, or keeps it. */
export function withoutKubeconfig<T extends KubeObject & { readonly status?: object }>(object: T): T {
  const { status } = object
  if (status !== undefined && 'kubeconfig' in status) Reflect.deleteProperty(status, 'kubeconfig')
  return object
}
