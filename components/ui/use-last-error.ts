'use client'

import { useState } from 'react'

interface LastError {
  readonly of: string
  readonly error: Error | null
}

interface QueryState extends LastError {
  /** Undefined until the query succeeds. */
  readonly data: unknown
}

/**
 * Why there is no data. The error remains during a retry, so that the page neither flickers between
 * error and skeleton nor presents older data as the answer. `of` identifies the query; a new query
 * starts without error.
 */
export function useLastError(data: unknown, error: Error | null, of = ''): Error | null {
  const [last, setKept] = useState<LastError>({ of, error })
  const now = getLastError(last, { of, data, error })
  if (last.of !== of || last.error !== now) setKept({ of, error: now })
  return now
}

/** The present error, or the previous one of the same query while there is no data. */
export function getLastError(last: LastError, { of, data, error }: QueryState): Error | null {
  return error ?? (data === undefined && last.of === of ? last.error : null)
}
