import type { Sort } from './column.ts'

/** The order a `sort` parameter asks for, `-shoots`; null for the default order, which an unknown column means too. */
export function parseSort(
  text: string,
  columns: readonly { readonly id: string; readonly sort?: unknown }[],
): Sort | null {
  const desc = text.startsWith('-')
  const id = desc ? text.slice(1) : text
  return columns.some(column => column.id === id && column.sort !== undefined) ? { id, desc } : null
}

/** The `sort` parameter of an order; empty for the default one, which is not written. */
export function formatSort(sort: Sort | null): string {
  return sort ? `${sort.desc ? '-' : ''}${sort.id}` : ''
}
