import { expect, test } from 'vitest'
import type { Command, CommandGroup } from '#components/palette/commands.ts'
import { groupsAtFirst, matchingGroups, operatorsCommands, pageCommands, ranked } from './palette-commands.ts'
import { creationCommands } from './palette-door.tsx'

const own = (role: Parameters<typeof creationCommands>[0]) => ({
  registered: [{ scope: 'console', heading: 'Create', commands: creationCommands(role) }] as const,
  pages: [...pageCommands(), ...operatorsCommands()],
  shortcuts: { id: 'shortcuts', label: 'Keyboard shortcuts', act: { href: '/' } },
})

const first = (text: string) => matchingGroups(text, own('operator'), [])[0]?.commands[0]

test.each([
  ['new cluster', 'New Cluster', '/operators/clusters?act=create'],
  ['create sub', 'New subscription request', '/operators/subscription-requests?act=create'],
  ['clusters', 'Clusters', '/operators/clusters'],
  ['kubeconfigs', 'Kubeconfigs', '/operators/kubeconfigs'],
  ['cleaning', 'Cleaning', '/operators/cleaning'],
  ['queue', 'Queue', '/operators/waiting'],
])('“%s” finds %s', (text, label, href) => {
  expect(first(text)).toMatchObject({ label, act: { href } })
})

test('all commands have distinct ids', () => {
  const { registered, pages } = own('admin')
  const ids = [...registered.flatMap(({ commands }) => commands), ...pages].map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
})

test('shows the reason when the role is missing', () => {
  expect(creationCommands('viewer').map(({ disabledReason }) => disabledReason)).toEqual(
    Array(3).fill('Requires the operator role. Ask an administrator for it.'),
  )
  expect(creationCommands('operator').every(({ disabledReason }) => disabledReason === null)).toBe(true)
})

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
  ['an action of the page before results of the server', 'dirty', ['dirty'], ['aws-1: Mark dirty', 'Bindings: dirty']],
  ['also one that cannot be done', 'rele', [], ['aws-1: Release']],
  ['one by another word', 'try', [], ['aws-1: Open in simulator']],
  [
    'the better fit before the other',
    'sim',
    ['x-sim'],
    ['aws-1: Open in simulator', 'Go to: Simulator', 'Bindings: x-sim'],
  ],
  [
    'results of the server before a page that matches less',
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
