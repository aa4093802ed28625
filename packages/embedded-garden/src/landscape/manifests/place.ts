/** Where and when the landscape is. */
export interface Place {
  readonly namespace: string
  /** Name of the Gardener project. */
  readonly project: string
  /** The present moment of the landscape, epoch milliseconds. */
  readonly at: number
}
