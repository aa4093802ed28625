import { describe, expect, test } from 'vitest'
import { repetitions } from '../../../../test/kit/repetitions.ts'
import { memoryJournal } from './journal.ts'
import { encodeRecord, type JournalRecord } from './journal-record.ts'
import { BatchEncoder, replayJournal, UnknownLossError } from './journal-replay.ts'
import { Store } from './store.ts'
import { thaw } from './stored.ts'

const BINDINGS = 'credentialsbindings.security.gardener.cloud'

/** A store and the bytes of its journal, which was compacted once before further changes. */
function written() {
  const encoder = new BatchEncoder()
  const parts: Buffer[] = []
  const journal = {
    ...memoryJournal,
    append: (records: readonly JournalRecord[]) => {
      parts.push(encoder.encode(records))
      encoder.written(records)
    },
  }
  const store = new Store({ journal })
  const put = (name: string, state: string) =>
    store.put(BINDINGS, { metadata: { name, namespace: 'garden', labels: { state } } })
  for (const name of ['a', 'b', 'c', 'd']) put(name, 'free')
  parts.splice(0, parts.length, ...[...store.records()].map(encodeRecord))
  const compacted = Buffer.concat(parts).length
  put('a', 'claimed')
  put('b', 'claimed')
  put('e', 'free')
  const deleted = store.get(BINDINGS, 'garden', 'c')
  if (deleted) store.remove(BINDINGS, deleted)
  put('a', 'dirty')
  store.put('clusterroles.rbac', { metadata: { name: 'two parts\nand lines' } })
  return { store, data: Buffer.concat(parts), compacted }
}

function statesOf(store: Store): ReadonlyMap<string, unknown> {
  return new Map(
    store
      .resources()
      .flatMap(resource =>
        [...store.collection(resource).entries('')].map(each => [`${resource} ${each.key}`, thaw(each)] as const),
      ),
  )
}

function restored(data: Buffer) {
  const replay = replayJournal(data)
  const store = new Store()
  store.restore(replay.records)
  return { states: statesOf(store), revision: store.revision, ...replay }
}

/** The missing objects; throws for an object in an outdated state. */
function missing(before: ReadonlyMap<string, unknown>, after: ReadonlyMap<string, unknown>): readonly string[] {
  for (const [name, state] of after) expect(state, name).toEqual(before.get(name))
  return [...before.keys()].filter(name => !after.has(name))
}

describe('a replay', () => {
  test('of an intact journal restores every object and the revision', () => {
    const { store, data } = written()
    const { states, revision, damaged, losses, end } = restored(data)
    expect(states).toEqual(statesOf(store))
    expect([revision, damaged, losses, end]).toEqual([store.revision, [], [], data.length])
  })

  test('with any byte changed loses at most one object, serves none in an outdated state, and names the lost one', () => {
    const { store, data, compacted } = written()
    const before = statesOf(store)
    const step = Math.ceil(data.length / repetitions({ fast: 200, deep: data.length }))
    for (let at = 0; at < data.length; at += step) {
      for (const change of [1, 0x40, (data[at] ?? 0) ^ 0x0a]) {
        if (change === 0) continue
        const damaged = Buffer.from(data)
        damaged[at] = (damaged[at] ?? 0) ^ change
        const { states, revision, losses } = restored(damaged)
        const gone = missing(before, states)
        expect(gone.length, `byte ${at}`).toBeLessThan(2)
        expect(revision).toBe(store.revision)
        if (gone.length === 1 && at > compacted) expect(losses.join(), `byte ${at}`).toMatch(/is damaged/)
      }
    }
  })

  test('that was compacted and not changed since starts with either marker damaged', () => {
    const { data, compacted } = written()
    const whole = data.subarray(0, compacted)
    const before = restored(whole)
    for (const at of [0, 10, whole.lastIndexOf('\n', -2) + 1, whole.length - 4]) {
      const damaged = Buffer.from(whole)
      damaged[at] = (damaged[at] ?? 0) ^ 1
      const { states, revision, damaged: parts } = restored(damaged)
      expect([states, revision, parts.length]).toEqual([before.states, before.revision, 1])
    }
  })

  test('of a release without names of changes serves no object in an outdated state', () => {
    const { store, data } = written()
    const lines = data.toString('latin1').split('\n')
    const plain = Buffer.from(lines.filter(line => !line.includes(' changes changes ')).join('\n'), 'latin1')
    const before = statesOf(store)
    for (let at = 0; at < plain.length; at += 3) {
      const damaged = Buffer.from(plain)
      damaged[at] = (damaged[at] ?? 0) ^ 1
      try {
        missing(before, restored(damaged).states)
      } catch (error) {
        if (!(error instanceof UnknownLossError)) throw error
      }
    }
  })

  test('with an overwritten block serves no object in an outdated state', () => {
    const { store, data } = written()
    const before = statesOf(store)
    for (const length of [200, 512, 1_024])
      for (let at = 0; at < data.length - length; at += 97) {
        const damaged = Buffer.from(data).fill('\0', at, at + length)
        try {
          missing(before, restored(damaged).states)
        } catch (error) {
          // More objects are lost than the later records name.
          if (!(error instanceof UnknownLossError)) throw error
        }
      }
  })

  test('names an object whose record was replaced by something else', () => {
    const { store, data } = written()
    const line = data.toString('latin1').split('\n')
    const at = line.findIndex(each => each.includes('"dirty"'))
    line[at] = 'nothing that was ever a record'
    const { states, losses } = restored(Buffer.from(line.join('\n'), 'latin1'))
    expect(missing(statesOf(store), states)).toEqual([`${BINDINGS} garden/a`])
    expect(losses).toEqual([expect.stringContaining(`${BINDINGS} garden/a`)])
  })

  test('serves an object that was written again after the damage', () => {
    const { store, data } = written()
    const line = data.toString('latin1').split('\n')
    line[line.findLastIndex(each => each.includes('"claimed"') && each.includes('garden/a'))] = 'damaged'
    const { states, losses } = restored(Buffer.from(line.join('\n'), 'latin1'))
    expect(states).toEqual(statesOf(store))
    expect(losses).toEqual([])
  })

  test('truncates a batch that a crash tore, at every length', () => {
    const { store, data } = written()
    const before = statesOf(store)
    const last = data.lastIndexOf('\n', data.length - 2) + 1
    for (let length = last; length < data.length; length++) {
      const { states, damaged, revision } = restored(data.subarray(0, length))
      expect(missing(before, states)).toEqual(['clusterroles.rbac two parts\nand lines'])
      expect([damaged, revision]).toEqual([[], store.revision - 1])
    }
  })

  test('refuses a journal that does not name its lost objects', () => {
    const lines = written().data.toString('latin1').split('\n')
    const without = lines.filter(line => !line.includes(' changes changes '))
    without[without.findIndex(line => line.includes('"claimed"'))] = 'damaged'
    expect(() => restored(Buffer.from(without.join('\n'), 'latin1'))).toThrow(UnknownLossError)
    expect(() => restored(Buffer.from([...lines.slice(0, -3), 'damaged', ''].join('\n'), 'latin1'))).toThrow(
      UnknownLossError,
    )
  })
})
