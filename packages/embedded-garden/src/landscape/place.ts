/** Namespace, project and time of the landscape. */
export interface Place {
  readonly namespace: string
  /** Name of the Gardener project. */
  readonly project: string
  /** The current time of the landscape in epoch milliseconds. */
  readonly at: number
}

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** Epoch milliseconds as Kubernetes writes times, `2026-11-21T05:24:37Z`. */
export function timestamp(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`
}
