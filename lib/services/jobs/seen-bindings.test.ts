import { expect, test } from 'vitest'
import type { Binding } from '#lib/hap/pools/binding.ts'
import type { TargetRecord } from '#lib/store/jobs/job-record.ts'
import { findChanges, ShownBindings } from './seen-bindings.ts'

const binding = (name: string, resourceVersion: string) =>
  ({ kind: 'SecretBinding', namespace: 'garden', name, resourceVersion }) as Binding

test('finds each shown version until more were shown after it', () => {
  const shown = new ShownBindings(2)
  const [first, second] = [binding('a', '1'), binding('a', '2')]
  shown.add(first)
  shown.add(second)
  expect(shown.at('SecretBinding/garden/a', '1')).toBe(first)
  expect(shown.at('SecretBinding/garden/a', '2')).toBe(second)
  expect(shown.at('SecretBinding/garden/a', '3')).toBeNull()
  shown.add(first)
  shown.add(binding('b', '7'))
  expect(shown.at('SecretBinding/garden/a', '1')).toBe(first)
  expect(shown.at('SecretBinding/garden/a', '2')).toBeNull()
})

const target = (name: string, more: Partial<TargetRecord>) =>
  ({
    binding: { kind: 'SecretBinding', namespace: 'garden', name },
    seen: { version: '1', labels: { dirty: 'true' }, annotations: {} },
    changed: null,
    remembered: { uid: 'u', account: 'Secret/garden/a' },
    ...more,
  }) as TargetRecord

const ACCOUNT = { kind: 'Secret', namespace: 'garden', name: 'a' } as const
const now = (labels: Binding['labels'], resourceVersion: string) =>
  ({ uid: 'u', account: ACCOUNT, labels, annotations: {}, resourceVersion }) as Binding

const BINDINGS: Readonly<Record<string, Binding>> = {
  'SecretBinding/garden/same': now({ dirty: 'true' }, '1'),
  'SecretBinding/garden/touched': now({ dirty: 'true' }, '2'),
  'SecretBinding/garden/changed': now({ internal: 'true' }, '3'),
}

test.each<[string, Partial<TargetRecord>, object[]]>([
  ['same', {}, []],
  ['touched', { changed: { found: null } }, []],
  ['gone', { changed: { found: null } }, []],
  ['touched', { seen: null }, []],
  ['touched', { remembered: null }, [{ version: '2', lines: [] }]],
  [
    'touched',
    { remembered: { uid: 'before', account: 'Secret/garden/a' } },
    [
      {
        version: '2',
        lines: [],
        replacement: 'was recreated: it is another object that refers to the same account',
      },
    ],
  ],
  ['touched', { seen: null, changed: { found: null } }, [{ version: '2', lines: null }]],
  [
    'changed',
    {},
    [
      {
        version: '3',
        lines: [
          { change: 'removed', key: 'dirty', value: 'true', note: 'label' },
          { change: 'added', key: 'internal', value: 'true', note: 'label' },
        ],
      },
    ],
  ],
])('%s: %j', (name, more, found) => {
  expect(findChanges([target(name, more)], key => BINDINGS[key] ?? null)).toEqual(
    found.map(each => ({ kind: 'SecretBinding', name, replacement: null, ...each })),
  )
})
