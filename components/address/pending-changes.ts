import { queryText } from '#lib/paths.ts'

/**
 * Delay of address writes. Browsers limit history calls to about 100 in 30 s, and typing makes
 * more.
 */
const WRITE_AFTER_MS = 200

interface Change {
  readonly value: string
  /** Written to the address, but not yet confirmed by the router. */
  readonly written: boolean
}

let changes: ReadonlyMap<string, Change> = new Map()
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

/** The pending value of a parameter; null without a pending change. */
export function pendingValue(name: string): string | null {
  return changes.get(name)?.value ?? null
}

/** A query with the pending changes applied: empty or with a leading `?`. */
export function pendingQuery(query: string): string {
  return changes.size === 0 ? query : applyChanges(query, allValues())
}

export function onPendingChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Changes a parameter: visible at once, written to the address after a delay. `step` adds a history entry, at once. */
export function changeParameter(name: string, value: string, step: boolean): void {
  update(new Map(changes).set(name, { value, written: false }))
  clearTimeout(timer)
  if (step) write('pushState')
  else timer = setTimeout(write, WRITE_AFTER_MS, 'replaceState')
}

/**
 * Called with each new address of the router. Drops written changes once the router has caught up with the browser's
 * address: they have arrived, or a navigation supersedes them. A router that lags behind still brings older values.
 */
export function addressChanged(parameters: URLSearchParams): void {
  const hasCaughtUp = parameters.toString() === new URLSearchParams(window.location.search).toString()
  if (hasCaughtUp && [...changes.values()].some(({ written }) => written)) {
    update(new Map([...changes].filter(([, { written }]) => !written)))
  }
}

/** Writes pending changes to the address without the delay. */
export function writePendingChanges(): void {
  clearTimeout(timer)
  if ([...changes.values()].some(({ written }) => !written)) write('replaceState')
}

/** Discards pending changes, as when the page is left. */
export function dropPendingChanges(): void {
  clearTimeout(timer)
  if (changes.size > 0) update(new Map())
}

/** Writes through the History API, whose methods Next.js observes. */
function write(how: 'pushState' | 'replaceState'): void {
  const { pathname, search, hash } = window.location
  const query = applyChanges(search, allValues())
  if (query === search) {
    update(new Map())
    return
  }
  update(new Map([...changes].map(([name, { value }]) => [name, { value, written: true }])))
  window.history[how](null, '', pathname + query + hash)
}

function allValues(): ReadonlyMap<string, string> {
  return new Map([...changes].map(([name, { value }]) => [name, value]))
}

function update(next: ReadonlyMap<string, Change>): void {
  changes = next
  for (const listener of listeners) listener()
}

/**
 * Sets the parameters of a query and removes those with an empty value; the others keep value and
 * order. Returns the query with `?`, or an empty text.
 */
export function applyChanges(query: string, changes: ReadonlyMap<string, string>): string {
  const parameters = new URLSearchParams(query)
  for (const [name, value] of changes) {
    if (value === '') parameters.delete(name)
    else parameters.set(name, value)
  }
  const changed = queryText(parameters)
  return changed === '' ? '' : `?${changed}`
}
