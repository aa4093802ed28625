/** Where an alarm begins and where it ends. Between the two it stays as it was, so that it does not come and go with every claim. */
export interface Marks {
  /** Below it the alarm is raised. */
  readonly low: number
  /** Above it the alarm is over; never lower than `low`. */
  readonly high: number
}

/** Whether an alarm on a value is raised, given whether it was. */
export function isRaised(before: boolean, value: number, { low, high }: Marks): boolean {
  return value < low || (before && value <= high)
}

interface ScaledMarks extends Marks {
  /** The marks are parts of a hundred of the pool's accounts. */
  readonly percent: boolean
}

/** The marks of all pools, and of some by poolKey that have others. */
export interface PoolMarks {
  readonly all: ScaledMarks
  readonly byPool: ReadonlyMap<string, ScaledMarks>
}

/** The marks of a pool of so many accounts. */
export function marksOf({ all, byPool }: PoolMarks, poolKey: string, accounts: number): Marks {
  const { low, high, percent } = byPool.get(poolKey) ?? all
  if (!percent) return { low, high }
  const part = (of: number) => Math.ceil((accounts * of) / 100)
  return { low: part(low), high: part(high) }
}
