import type { KubeObject } from '#lib/garden/resources/objects.ts'

/** Key of an object; `namespace` is '' for cluster-scoped ones. */
export interface ObjectKey {
  readonly namespace: string
  readonly name: string
}

/** Result of a successful reconciliation. */
export interface Outcome {
  /** Epoch milliseconds of the next run; null = only after a change. A later run replaces it. */
  readonly requeueAt: number | null
}

/** Brings the actual state in line with one object. Dependencies come from the constructor. */
export interface Reconciler {
  /**
   * Runs once per key at a time and is level-based: it reads the present state, not events. A
   * thrown error schedules a retry with exponential back-off, at least after the Retry-After of a
   * GardenError. The signal aborts when the run exceeds its time limit, at shutdown, and on loss of
   * leadership.
   */
  reconcile(key: ObjectKey, signal: AbortSignal): Promise<Outcome>
}

/** Key of an object of the API. */
export function keyOf({ metadata }: KubeObject): ObjectKey {
  return { namespace: metadata?.namespace ?? '', name: metadata?.name ?? '' }
}

/**
 * Formats a key, `garden-kyma/c-1`; of cluster-scoped objects `/c-1`. Neither part can contain a
 * slash.
 */
export function keyText({ namespace, name }: ObjectKey): string {
  return `${namespace}/${name}`
}

/** Parses a key that keyText() formatted. */
export function keyFrom(text: string): ObjectKey {
  const slash = text.indexOf('/')
  return { namespace: text.slice(0, slash), name: text.slice(slash + 1) }
}
