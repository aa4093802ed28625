import type { KubeObject } from '#lib/garden/resources/objects.ts'
import type { ObjectKey } from './reconciler.ts'

/** The key of an object as the API returned it. */
export function keyOf({ metadata }: KubeObject): ObjectKey {
  return { namespace: metadata?.namespace ?? '', name: metadata?.name ?? '' }
}

/** A key as one string, `garden-kyma/c-1`; of cluster-scoped objects `/c-1`. Neither part can hold a slash. */
export function keyText({ namespace, name }: ObjectKey): string {
  return `${namespace}/${name}`
}

/** The key that keyText() made. */
export function keyFrom(text: string): ObjectKey {
  const slash = text.indexOf('/')
  return { namespace: text.slice(0, slash), name: text.slice(slash + 1) }
}
