'use client'

import { useState } from 'react'

/**
 * The value that the visible answer belongs to: `value`, or the previous one while the page is
 * behind.
 */
export function useSettled(value: string, behind: boolean): string {
  const [settled, setSettled] = useState(value)
  if (!behind && settled !== value) setSettled(value)
  return behind ? settled : value
}
