interface Supply {
  readonly accounts: number
  readonly problem: string | null
  /** Claims that wait; null where nobody could be asked. */
  readonly waiting: number | null
}

/** Whether requests wait for want of an account: a pool that has nothing left, and one that has no account at all while claims wait. */
export function isExhausted({ accounts, problem, waiting }: Supply): boolean {
  return problem === 'exhausted' || (accounts === 0 && (waiting ?? 0) > 0)
}
