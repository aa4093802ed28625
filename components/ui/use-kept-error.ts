'use client'

import { useState } from 'react'

interface Kept {
  readonly of: string
  readonly error: Error | null
}

interface Asked extends Kept {
  /** Undefined until the query succeeds. */
  readonly data: unknown
}

/**
 * Why there is no data. The error remains during a retry, so that the page neither flickers between
 * error and skeleton nor presents older data as the answer. `of` identifies the query; a new query
 * starts without error.
 */
export function useKeptError(data: unknown, error: Error | null, of = ''): Error | null {
  const [kept, setKept] = useState<Kept>({ of, error })
  const now = errorNow(kept, { of, data, error })
  if (kept.of !== of || kept.error !== now) setKept({ of, error: now })
  return now
}

/** The present error, or the previous one of the same query while there is no data. */
export function errorNow(kept: Kept, { of, data, error }: Asked): Error | null {
  return error ?? (data === undefined && kept.of === of ? kept.error : null)
}
