import type { Command, CommandGroup, RecentObject, RegisteredGroup } from '#components/palette/commands.ts'
import { GO_KEYS } from '#components/shell/go-keys.ts'
import { NAV_GROUPS, TAB_LABELS } from '#components/shell/nav-items.ts'
import { type OperatorsTab, paths } from '#lib/paths.ts'
import { findNamed, type Named } from '#lib/search/find-named.ts'

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
    heading: 'Search a list',
    commands: LISTS.map(({ label, icon, list }) => ({
      id: `search ${label}`,
      label,
      icon,
      detail: text,
      act: { href: list({ q: text }) },
    })),
  }
}

/** A group with the closeness of its best match. */
export interface RankedGroup extends CommandGroup {
  readonly closeness: Named<Command>['closeness']
}

/** Commands that need no request to the server. */
interface OwnCommands {
  readonly registered: readonly RegisteredGroup[]
  readonly pages: readonly Command[]
  readonly shortcuts: Command
}

const RECENT = 5

/** Groups for an empty input: enabled commands of the page, recently opened objects, and the pages. */
export function groupsAtFirst(own: OwnCommands, recent: readonly RecentObject[]): readonly CommandGroup[] {
  const possible = ofPage(own.registered).map(({ heading, commands }) => ({
    heading,
    commands: commands.filter(({ disabledReason }) => typeof disabledReason !== 'string'),
  }))
  const opened = recent.slice(0, RECENT).map(({ href, name, what }) => {
    return { id: `recent ${href}`, label: name, mono: true, icon: 'clock', note: what, act: { href } } as const
  })
  return [
    ...possible,
    { heading: 'Recently opened', commands: opened },
    { heading: 'Go to', commands: own.pages },
    ...byHeading(own.registered, 'console'),
    { heading: 'Help', commands: [own.shortcuts] },
  ].filter(({ commands }) => commands.length > 0)
}

/** Groups that match a text: commands of the selection and of the page first, then by best match. */
export function matchingGroups(text: string, own: OwnCommands, found: readonly RankedGroup[]): readonly CommandGroup[] {
  const fitting = ({ heading, commands }: CommandGroup) =>
    ranked(
      heading,
      findNamed(commands, text, commands.length, ({ label, also = [] }) => [label, ...also]),
      command => command,
    )
  const others = [
    ...fitting({ heading: 'Go to', commands: own.pages }),
    ...found,
    ...byHeading(own.registered, 'console').flatMap(fitting),
    ...fitting({ heading: 'Help', commands: [own.shortcuts] }),
  ]
  return [...ofPage(own.registered).flatMap(fitting), ...others.toSorted((a, b) => a.closeness - b.closeness)]
}

/** Builds one group with its best match first; an empty list when nothing matches. */
export function ranked<Item>(
  heading: string,
  found: readonly Named<Item>[],
  commandOf: (item: Item) => Command,
): readonly RankedGroup[] {
  const [best] = found
  return best ? [{ heading, closeness: best.closeness, commands: found.map(({ item }) => commandOf(item)) }] : []
}

function ofPage(groups: readonly RegisteredGroup[]): readonly CommandGroup[] {
  return [...byHeading(groups, 'selection'), ...byHeading(groups, 'page')]
}

function byHeading(groups: readonly RegisteredGroup[], scope: RegisteredGroup['scope']): readonly CommandGroup[] {
  const ofScope = Map.groupBy(
    groups.filter(group => group.scope === scope),
    ({ heading }) => heading,
  )
  return Array.from(ofScope, ([heading, all]) => ({ heading, commands: all.flatMap(({ commands }) => commands) }))
}
