import { expect, test } from 'vitest'
import type { Command, CommandGroup } from '#components/palette/commands.ts'
import { groupsAtFirst, matchingGroups, ranked } from './matching-groups.ts'

const command = (label: string, more: Partial<Command> = {}): Command => {
  return { id: label, label, act: { href: '/' }, ...more }
}

const OWN = {
  registered: [
    {
      scope: 'page',
      heading: 'aws-1',
      commands: [command('Mark dirty'), command('Release', { disabledReason: 'It is free.' })],
    },
    { scope: 'console', heading: 'Console', commands: [command('Sign out')] },
    { scope: 'page', heading: 'aws-1', commands: [command('Open in simulator', { also: ['try'] })] },
  ],
  pages: [command('Pools'), command('Simulator')],
  shortcuts: command('Keyboard shortcuts'),
} as const

const FOUND = (names: readonly string[]) =>
  ranked(
    'Bindings',
    names.map(name => ({ item: name, name, closeness: name === 'dirty' ? 0 : 2 })),
    name => command(name),
  )

const shown = (groups: readonly CommandGroup[]) =>
  groups.map(({ heading, commands }) => `${heading}: ${commands.map(({ label }) => label).join(', ')}`)

test.each([
  ['an action of the page, before what the server found', 'dirty', ['dirty'], ['aws-1: Mark dirty', 'Bindings: dirty']],
  ['also one that cannot be done', 'rele', [], ['aws-1: Release']],
  ['one by another word', 'try', [], ['aws-1: Open in simulator']],
  [
    'the better fit before the other',
    'sim',
    ['x-sim'],
    ['aws-1: Open in simulator', 'Go to: Simulator', 'Bindings: x-sim'],
  ],
  [
    'what the server found before a page that fits less',
    's',
    ['dirty'],
    [
      'aws-1: Open in simulator, Release',
      'Bindings: dirty',
      'Go to: Simulator, Pools',
      'Console: Sign out',
      'Help: Keyboard shortcuts',
    ],
  ],
  ['nothing', 'zzz', [], []],
])('finds %s', (_, text, found, groups) => {
  expect(shown(matchingGroups(text, OWN, FOUND(found)))).toEqual(groups)
})

test('lists actions on the selection before those of the page, regardless of registration order', () => {
  const selection = { scope: 'selection', heading: '3 bindings selected', commands: [command('Hold')] } as const
  const page = { scope: 'page', heading: 'Bindings', commands: [command('Export what is on hold')] } as const
  const own = { ...OWN, registered: [page, selection] }
  expect(shown(matchingGroups('hold', own, FOUND(['hold'])))).toEqual([
    '3 bindings selected: Hold',
    'Bindings: Export what is on hold',
    'Bindings: hold',
  ])
  expect(shown(groupsAtFirst(own, [])).slice(0, 2)).toEqual([
    '3 bindings selected: Hold',
    'Bindings: Export what is on hold',
  ])
})

test('lists actions, recent objects and pages without a text', () => {
  const recent = Array.from({ length: 8 }, (_, n) => ({
    href: `/bindings/Secret/${n}`,
    name: `b-${n}`,
    what: 'Binding',
  }))
  expect(shown(groupsAtFirst(OWN, recent))).toEqual([
    'aws-1: Mark dirty, Open in simulator',
    'Recently opened: b-0, b-1, b-2, b-3, b-4',
    'Go to: Pools, Simulator',
    'Console: Sign out',
    'Help: Keyboard shortcuts',
  ])
  expect(shown(groupsAtFirst({ ...OWN, registered: [] }, []))).toEqual([
    'Go to: Pools, Simulator',
    'Help: Keyboard shortcuts',
  ])
})
