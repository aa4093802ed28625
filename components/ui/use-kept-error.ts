'use client'

import { useState } from 'react'

interface Kept {
  readonly of: string
  readonly error: Error | null
}

interface Asked extends Kept {
  /** Undefined while there is no answer. */
  readonly data: unknown
}

/**
 * Why there is no data; it stays while it is tried again, so that the page does not flicker between a reason and a skeleton, and does
 * not take older data for the answer. `of` = what is asked for; another question begins anew.
 */
export function useKeptError(data: unknown, error: Error | null, of = ''): Error | null {
  const [kept, setKept] = useState<Kept>({ of, error })
  const now = errorNow(kept, { of, data, error })
  if (kept.of !== of || kept.error !== now) setKept({ of, error: now })
  return now
}

/** What is wrong at this moment, after what was wrong before. */
export function errorNow(kept: Kept, { of, data, error }: Asked): Error | null {
  return error ?? (data === undefined && kept.of === of ? kept.error : null)
}
