import { useState } from 'react'
import type { Sort } from './column.ts'

/** The order in which the rows on the page stand: while those of another order are on their way, or cannot be read, that of before. */
export function useOrderOfRows(sort: Sort | null, busy: boolean): Sort | null {
  const [shown, setShown] = useState(sort)
  if (!busy && (shown?.id !== sort?.id || shown?.desc !== sort?.desc)) setShown(sort)
  return busy ? shown : sort
}
