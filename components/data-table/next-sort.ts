import type { Sort } from './column.ts'

/**
 * The order after a click on a column head: first its default direction, then the opposite, then
 * the list's default order.
 */
export function nextSort(sort: Sort | null, id: string, first: 'asc' | 'desc'): Sort | null {
  const firstDesc = first === 'desc'
  if (sort?.id !== id) return { id, desc: firstDesc }
  return sort.desc === firstDesc ? { id, desc: !firstDesc } : null
}
