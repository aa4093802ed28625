/** A figure; of several things that were measured, that of the worst with its name. */
export type Figure = number | { readonly value: number; readonly of: string }

/** One figure with its budget. `run` prepares by itself and returns the figure in `unit`; up to `budget` it is well. */
export interface Bench {
  /** Its area, a colon and what is measured. */
  readonly name: string
  readonly unit: string
  readonly budget: number
  /**
   * Figures with the same one run one after the other in one process, and share what they start: see lib/shared.ts. Default: a process of
   * its own, as garbage and compiled code of another figure would change it.
   */
  readonly process?: string
  run(): Promise<Figure> | Figure
}
