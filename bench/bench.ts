/** A figure. If several items were measured, the worst value with the name of its item. */
export type Figure = number | { readonly value: number; readonly of: string }

/** One figure with its budget. `run` includes the preparation and returns the figure in `unit`; up to `budget` it passes. */
export interface Bench {
  /** The area, a colon and the subject of the measurement. */
  readonly name: string
  readonly unit: string
  readonly budget: number
  /**
   * Figures with the same value run in sequence in one process and share the servers they start: see lib/shared.ts. Default: a separate
   * process, because garbage and compiled code of another figure would change the result.
   */
  readonly process?: string
  run(): Promise<Figure> | Figure
}
