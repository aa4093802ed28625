import { parseValues } from '#lib/hap/analysis/matrix.ts'

/** What an address can hold of one field: five such texts stay below what servers and proxies take. */
export const MOST_CHARACTERS = 1_500

interface Fitting {
  readonly text: string
  /** Values that found no room. */
  readonly left: number
}

/** As many whole values of a text as a field holds; never half of one. Where a key stroke alone is too much, what was there stays. */
export function fittingValues(typed: string, before: string): Fitting {
  if (typed.length <= MOST_CHARACTERS) return { text: typed, left: 0 }
  const [whole = ''] = /^.*(?=[\s,])/s.exec(typed.slice(0, MOST_CHARACTERS + 1)) ?? []
  const text = typed.startsWith(before) && before.length > whole.length ? before : whole
  return { text, left: Math.max(1, parseValues(typed).length - parseValues(text).length) }
}
