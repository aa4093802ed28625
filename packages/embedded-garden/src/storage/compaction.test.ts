import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { compactIfWorthwhile } from './compaction.ts'
import { openJournal } from './journal.ts'
import { Store } from './store.ts'
import { thaw } from './stored.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'hap-compaction-'))

afterAll(() => rmSync(folder, { recursive: true }))

function openStore(file: string): Store {
  const { journal, records } = openJournal(file)
  const store = new Store({ journal })
  store.restore(records)
  return store
}

test('a journal that is mostly history is written anew, and holds the same objects and version', () => {
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

test('a small journal is left as it is', () => {
  const file = path.join(folder, 'small.log')
  const store = openStore(file)
  for (let i = 0; i < 50; i++) store.put('configmaps', { metadata: { name: 'm' }, data: { i: String(i) } })
  const before = store.journal.size
  compactIfWorthwhile(store, file)
  expect(store.journal.size).toBe(before)
})
