import type { Command, CommandGroup } from '#components/palette/command.ts'
import { GO_KEYS } from '#components/shell/go-keys.ts'
import { NAV_GROUPS } from '#components/shell/nav-items.ts'
import { paths } from '#lib/paths.ts'

/** Every page of the navigation, with the keys that lead there too. */
export function pageCommands(): readonly Command[] {
  const letters = new Map(Object.entries(GO_KEYS).map(([letter, href]) => [href, letter]))
  return NAV_GROUPS.flatMap(({ items }) => items).map(({ label, href, icon }) => {
    const letter = letters.get(href)
    return { id: `page ${href}`, label, icon, act: { href }, ...(letter !== undefined && { keys: ['g', letter] }) }
  })
}

const LISTS = [
  { label: 'Bindings', icon: 'bindings', list: paths.bindings },
  { label: 'Global accounts', icon: 'global-accounts', list: paths.globalAccounts },
  { label: 'Shoots', icon: 'shoots', list: paths.shoots },
  { label: 'Pools', icon: 'pools', list: paths.pools },
] as const

/** The lists with a text as their search: it may ask for more than a name. */
export function listSearches(text: string): CommandGroup {
  return {
    heading: 'Search in a list',
    commands: LISTS.map(({ label, icon, list }) => ({
      id: `search ${label}`,
      label,
      icon,
      detail: text,
      act: { href: list({ q: text }) },
    })),
  }
}
