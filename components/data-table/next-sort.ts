import type { Sort } from './column.ts'

/** The order after a click on the head of a column: first its own direction, then the other, then the default order of the list. */
export function nextSort(sort: Sort | null, id: string, first: 'asc' | 'desc'): Sort | null {
  const firstDesc = first === 'desc'
  if (sort?.id !== id) return { id, desc: firstDesc }
  return sort.desc === firstDesc ? { id, desc: !firstDesc } : null
}
