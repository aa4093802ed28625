/** Something that was open, by its address and name. */
export interface RecentThing {
  readonly href: string
  readonly name: string
  /** "Binding". */
  readonly what: string
}

const STORED_AS = 'hap-recent'
const MOST = 8

/** What was open in this tab, the latest first. */
export function recentThings(): readonly RecentThing[] {
  try {
    const stored: unknown = JSON.parse(window.sessionStorage.getItem(STORED_AS) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isThing) : []
  } catch {
    return [] // a browser that keeps nothing, or something else under this name
  }
}

export function rememberRecent({ href, name, what }: RecentThing): void {
  const known = recentThings()
  if (known[0]?.href === href) return
  const things = [{ href, name, what }, ...known.filter(thing => thing.href !== href)].slice(0, MOST)
  try {
    window.sessionStorage.setItem(STORED_AS, JSON.stringify(things))
  } catch {
    // It is a convenience.
  }
}

/** Whoever signs in next need not see it. */
export function forgetRecent(): void {
  try {
    window.sessionStorage.removeItem(STORED_AS)
  } catch {
    // Nothing was kept either.
  }
}

/** An address of this console only, whatever somebody wrote there. */
function isThing(value: unknown): value is RecentThing {
  if (typeof value !== 'object' || value === null) return false
  const { href, name, what } = value as Record<keyof RecentThing, unknown>
  return typeof href === 'string' && /^\/(?!\/)/.test(href) && typeof name === 'string' && typeof what === 'string'
}
