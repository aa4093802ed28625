import type { Figure } from '../bench.ts'
import { median, p95 } from './percentile.ts'
import { nameOf, type Search } from './searches.ts'
import { worst } from './worst.ts'

/** Runs of each search in the first pass, and of each of the slowest ones in the second. */
const LOOKS = 5
const CLOSER_LOOKS = 100
const SLOWEST = 3
/** The first calls compile the code. */
const WARM = 20

/** Result of a search in a list. */
export interface Found {
  readonly hits: number | null
  readonly errors: readonly { readonly message: string }[]
}

/** Reads a list by a search. Returns the result and the duration in milliseconds. */
type Read = (search: Search) => Promise<{ readonly found: Found; readonly took: number }>

/** The 95th percentile of the slowest search: runs all, then measures the slowest. Throws when most find nothing or one has an error. */
export async function slowestSearch(searches: readonly Search[], read: Read): Promise<Figure> {
  const [first = { q: '', sort: '' }] = searches
  for (let n = 0; n < WARM; n++) await read(first)
  const tried: { readonly search: Search; readonly usual: number }[] = []
  let finding = 0
  for (const search of searches) {
    const { found, times } = await looks(search, LOOKS, read)
    const [error] = found.errors
    if (error) throw new Error(`${nameOf(search)}: ${error.message}`)
    if ((found.hits ?? 0) > 0) finding++
    tried.push({ search, usual: median(times) })
  }
  if (finding * 2 < searches.length) throw new Error(`Only ${finding} of ${searches.length} searches find anything.`)
  const figures = new Map<string, number>()
  for (const { search } of tried.toSorted((a, b) => b.usual - a.usual).slice(0, SLOWEST))
    figures.set(nameOf(search), p95((await looks(search, CLOSER_LOOKS, read)).times))
  return worst(figures)
}

async function looks(search: Search, count: number, read: Read) {
  const times: number[] = []
  let found: Found = { hits: 0, errors: [] }
  for (let n = 0; n < count; n++) {
    const look = await read(search)
    found = look.found
    times.push(look.took)
  }
  return { found, times }
}
