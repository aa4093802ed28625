import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import type { KubeObject } from '#embedded-garden/object.ts'
import { JournalError, memoryJournal, openJournal } from './journal.ts'
import type { JournalRecord } from './journal-record.ts'
import { compactIfWorthwhile, Store } from './store.ts'
import { thaw } from './stored.ts'
import type { Change } from './window.ts'

const RESOURCE = 'configmaps'

function map(namespace: string, name: string, x = ''): KubeObject {
  return { metadata: { name, namespace }, data: { x } }
}

function keysOf(store: Store, prefix = ''): string[] {
  return [...store.collection(RESOURCE).entries(prefix)].map(stored => stored.key)
}

describe('the store', () => {
  test('every write gets the next resourceVersion across all resources', () => {
    const store = new Store()
    const first = store.put(RESOURCE, map('n', 'a'))
    const second = store.put('secrets', map('n', 'a'))
    const third = store.remove(RESOURCE, first)
    expect([second.revision - first.revision, third.revision - second.revision]).toEqual([1, 1])
    expect(store.revision).toBe(third.revision)
    expect(thaw(third)).toMatchObject({ metadata: { name: 'a', resourceVersion: String(third.revision) } })
  })

  test('lists are sorted by namespace and name, and can start anywhere', () => {
    const store = new Store()
    for (const [namespace, name] of [
      ['b', 'x'],
      ['a', 'z'],
      ['a', 'b'],
      ['ab', 'a'],
    ] as const)
      store.put(RESOURCE, map(namespace, name))
    expect(keysOf(store)).toEqual(['a/b', 'a/z', 'ab/a', 'b/x'])
    expect(keysOf(store, 'a/')).toEqual(['a/b', 'a/z'])
    expect([...store.collection(RESOURCE).entries('a/', 'a/c')].map(({ key }) => key)).toEqual(['a/z'])
  })

  test('the state at an earlier version equals a list at that time', () => {
    const write = fc.record({
      name: fc.constantFrom('a', 'b', 'c'),
      remove: fc.boolean(),
      x: fc.string({ maxLength: 3 }),
    })
    fc.assert(
      fc.property(fc.array(write, { maxLength: 20 }), fc.nat(20), (writes, at) => {
        const store = new Store()
        const collection = store.collection(RESOURCE)
        let then = { revision: store.revision, states: [] as KubeObject[] }
        for (const [i, { name, remove, x }] of writes.entries()) {
          if (i === at) then = { revision: store.revision, states: [...collection.entries('')].map(thaw) }
          const present = store.get(RESOURCE, 'n', name)
          if (!remove) store.put(RESOURCE, map('n', name, x))
          else if (present) store.remove(RESOURCE, present)
        }
        if (writes.length <= at) then = { revision: store.revision, states: [...collection.entries('')].map(thaw) }
        expect(collection.at(then.revision, 'n/')?.map(thaw)).toEqual(then.states)
      }),
    )
  })

  test('a change that the journal refuses has no effect', () => {
    const store = new Store({
      journal: {
        ...memoryJournal,
        append: () => {
          throw new JournalError('no space left')
        },
      },
    })
    const before = store.revision
    const seen: Change[] = []
    store.collection(RESOURCE).subscribe(change => seen.push(change))
    expect(() => store.put(RESOURCE, map('n', 'a'))).toThrow(JournalError)
    expect([store.revision, keysOf(store), seen]).toEqual([before, [], []])
  })

  test('a restored store continues its versions and offers watches from now on only', () => {
    const records: JournalRecord[] = []
    const store = new Store({ journal: { ...memoryJournal, append: more => void records.push(...more) } })
    const first = store.put(RESOURCE, map('n', 'a', '1'))
    store.put(RESOURCE, map('n', 'b'))
    store.remove(RESOURCE, store.put(RESOURCE, map('n', 'a', '2')))
    const restored = new Store()
    restored.restore(records)
    expect(restored.revision).toBe(store.revision)
    expect([...restored.collection(RESOURCE).entries('')].map(thaw)).toEqual(
      [...store.collection(RESOURCE).entries('')].map(thaw),
    )
    expect(restored.collection(RESOURCE).window.after(first.revision)).toBeNull()
    expect(restored.collection(RESOURCE).window.after(store.revision)).toEqual([])
  })

  test('loading many objects writes them without watch events', () => {
    const store = new Store()
    const seen: Change[] = []
    store.collection(RESOURCE).subscribe(change => seen.push(change))
    const before = store.revision
    store.load(RESOURCE, [map('n', 'b'), map('n', 'a')])
    expect(keysOf(store)).toEqual(['n/a', 'n/b'])
    expect(seen).toEqual([])
    expect(store.collection(RESOURCE).window.after(before)).toBeNull()
  })
})

const folder = mkdtempSync(path.join(tmpdir(), 'hap-compaction-'))

afterAll(() => rmSync(folder, { recursive: true }))

function openStore(file: string): Store {
  const { journal, records } = openJournal(file)
  const store = new Store({ journal })
  store.restore(records)
  return store
}

test('a journal that is mostly history is compacted, with the same objects and version', () => {
  const file = path.join(folder, 'objects.log')
  const store = openStore(file)
  const big = 'x'.repeat(500_000)
  for (let i = 0; i < 50; i++) store.put('configmaps', { metadata: { name: `m${i % 3}` }, data: { i: String(i), big } })
  const before = store.journal.size
  compactIfWorthwhile(store, file)
  expect(store.journal.size).toBeLessThan(before / 5)
  store.put('configmaps', { metadata: { name: 'later' } })
  store.journal.close()
  expect(statSync(file).size).toBe(store.journal.size)
  const restored = openStore(file)
  expect(restored.revision).toBe(store.revision)
  expect([...restored.collection('configmaps').entries('')].map(thaw)).toEqual(
    [...store.collection('configmaps').entries('')].map(thaw),
  )
})

test('a small journal is not compacted', () => {
  const file = path.join(folder, 'small.log')
  const store = openStore(file)
  for (let i = 0; i < 50; i++) store.put('configmaps', { metadata: { name: 'm' }, data: { i: String(i) } })
  const before = store.journal.size
  compactIfWorthwhile(store, file)
  expect(store.journal.size).toBe(before)
})
