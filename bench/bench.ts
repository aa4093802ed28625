/** A figure; of several things that were measured, that of the worst with its name. */
export type Figure = number | { readonly value: number; readonly of: string }

/** One figure with its budget. `run` prepares by itself and returns the figure in `unit`; what is at most `budget` is well. */
export interface Bench {
  readonly name: string
  readonly unit: string
  readonly budget: number
  run(): Promise<Figure> | Figure
}
