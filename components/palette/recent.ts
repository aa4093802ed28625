import { keepInTab, keptInTab } from '#components/ui/keep-in-tab.ts'

/** A recently opened object. */
export interface RecentThing {
  readonly href: string
  readonly name: string
  /** "Binding". */
  readonly what: string
}

const STORED_AS = 'hap-recent'
const MOST = 8

/** The objects recently opened in this tab, latest first. */
export function recentThings(): readonly RecentThing[] {
  const kept = keptInTab(STORED_AS)
  return Array.isArray(kept) ? kept.filter(isThing) : []
}

export function rememberRecent({ href, name, what }: RecentThing): void {
  const known = recentThings()
  if (known[0]?.href === href) return
  const things = [{ href, name, what }, ...known.filter(thing => thing.href !== href)].slice(0, MOST)
  keepInTab(STORED_AS, things)
}

/** Clears the list, so that the next user of the tab does not see it. */
export function forgetRecent(): void {
  keepInTab(STORED_AS, null)
}

/** Validates stored data, and accepts only paths of this console as `href`. */
function isThing(value: unknown): value is RecentThing {
  if (typeof value !== 'object' || value === null) return false
  const { href, name, what } = value as Record<keyof RecentThing, unknown>
  return typeof href === 'string' && /^\/(?!\/)/.test(href) && typeof name === 'string' && typeof what === 'string'
}
