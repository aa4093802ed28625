/** Names an object of the resource that a controller is for; `namespace` '' for cluster-scoped ones. */
export interface ObjectKey {
  readonly namespace: string
  readonly name: string
}

export interface Outcome {
  /** Epoch milliseconds of the next look at the object; null = only when something changes. A later run replaces it. */
  readonly again: number | null
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
