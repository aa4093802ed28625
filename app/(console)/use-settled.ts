'use client'

import { useState } from 'react'

/** What was asked for when the answer on the page was given: `value`, but while the page is behind the one before. */
export function useSettled(value: string, behind: boolean): string {
  const [settled, setSettled] = useState(value)
  if (!behind && settled !== value) setSettled(value)
  return behind ? settled : value
}
