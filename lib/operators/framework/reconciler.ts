import type { KubeObject } from '#lib/garden/resources/objects.ts'

/** Names an object of the resource that a controller is for; `namespace` '' for cluster-scoped ones. */
export interface ObjectKey {
  readonly namespace: string
  readonly name: string
}

export interface Outcome {
  /** Epoch milliseconds of the next look at the object; null = only when something changes. A later run replaces it. */
  readonly requeueAt: number | null
}

/** Brings the world in line with one object. What it needs beside the key it was made with. */
export interface Reconciler {
  /**
   * Runs for one key at a time; level-based: it looks at what is, not at what happened. A throw lets it run again after a pause
   * that grows, and at least after the Retry-After of a GardenError. The signal aborts when the run takes too long, when the
   * process can wait no longer, or when another process leads.
   */
  reconcile(key: ObjectKey, signal: AbortSignal): Promise<Outcome>
}

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
