'use client'

import { useState } from 'react'

/** Why there is no data; it stays while it is tried again by itself, so that the page does not flicker between a reason and a skeleton. */
export function useKeptError(data: unknown, error: Error | null): Error | null {
  const [kept, setKept] = useState(error)
  if (error !== null && error !== kept) setKept(error)
  return error ?? (data === undefined ? kept : null)
}
