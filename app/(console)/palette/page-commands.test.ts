import { expect, test } from 'vitest'
import { matchingGroups } from './matching-groups.ts'
import { operatorsCommands, pageCommands } from './page-commands.ts'
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
  ['waiting', 'Waiting', '/operators/waiting'],
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
    Array(3).fill('This needs the role operator.'),
  )
  expect(creationCommands('operator').every(({ disabledReason }) => disabledReason === null)).toBe(true)
})
