import type { Command, CommandGroup } from '#components/palette/commands.ts'
import { GO_KEYS } from '#components/shell/go-keys.ts'
import { NAV_GROUPS } from '#components/shell/nav-items.ts'
import { type OperatorsTab, paths } from '#lib/paths.ts'
import { TAB_LABELS } from '../operators/operators-tabs.tsx'

/** Every page of the navigation, with its keyboard shortcut. */
export function pageCommands(): readonly Command[] {
  const letters = new Map(Object.entries(GO_KEYS).map(([letter, href]) => [href, letter]))
  return NAV_GROUPS.flatMap(({ items }) => items).map(({ label, href, icon }) => {
    const letter = letters.get(href)
    return { id: `page ${href}`, label, icon, act: { href }, ...(letter !== undefined && { keys: ['g', letter] }) }
  })
}

/** The lists of the operators, which share one item of the navigation. */
export function operatorsCommands(): readonly Command[] {
  return (Object.keys(TAB_LABELS) as OperatorsTab[]).map(tab => ({
    id: `operators ${tab}`,
    label: TAB_LABELS[tab],
    icon: 'operators',
    note: 'Operators',
    act: { href: paths.operators(tab) },
  }))
}

const LISTS = [
  { label: 'Bindings', icon: 'bindings', list: paths.bindings },
  { label: 'Global accounts', icon: 'global-accounts', list: paths.globalAccounts },
  { label: 'Shoots', icon: 'shoots', list: paths.shoots },
  { label: 'Pools', icon: 'pools', list: paths.pools },
  { label: 'Clusters', icon: 'operators', list: (query: { q: string }) => paths.operators('clusters', query) },
  { label: 'Kubeconfigs', icon: 'operators', list: (query: { q: string }) => paths.operators('kubeconfigs', query) },
] as const

/** Commands that open a list with the text as its search, which may be more than a name. */
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
