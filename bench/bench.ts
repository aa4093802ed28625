/** One figure with its budget. `run` prepares by itself and returns the figure in `unit`; what is at most `budget` is well. */
export interface Bench {
  readonly name: string
  readonly unit: string
  readonly budget: number
  run(): Promise<number> | number
}
