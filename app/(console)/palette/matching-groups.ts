import type { Command, CommandGroup, RecentObject, RegisteredGroup } from '#components/palette/commands.ts'
import { findNamed, type Named } from '#lib/search/find-named.ts'

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
