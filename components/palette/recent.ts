import { loadFromTab, saveToTab } from '#components/ui/tab-storage.ts'

/** A recently opened object. */
export interface RecentObject {
  readonly href: string
  readonly name: string
  /** "Binding". */
  readonly what: string
}

const STORED_AS = 'hap-recent'
const MAX_RECENT = 8

/** The objects recently opened in this tab, latest first. */
export function listRecent(): readonly RecentObject[] {
  const kept = loadFromTab(STORED_AS)
  return Array.isArray(kept) ? kept.filter(isRecentObject) : []
}

export function addRecent({ href, name, what }: RecentObject): void {
  const known = listRecent()
  if (known[0]?.href === href) return
  const things = [{ href, name, what }, ...known.filter(thing => thing.href !== href)].slice(0, MAX_RECENT)
  saveToTab(STORED_AS, things)
}

/** Clears the list, so that the next user of the tab does not see it. */
export function clearRecent(): void {
  saveToTab(STORED_AS, null)
}

/** Validates stored data, and accepts only paths of this console as `href`. */
function isRecentObject(value: unknown): value is RecentObject {
  if (typeof value !== 'object' || value === null) return false
  const { href, name, what } = value as Record<keyof RecentObject, unknown>
  return typeof href === 'string' && /^\/(?!\/)/.test(href) && typeof name === 'string' && typeof what === 'string'
}
