import type { IncomingMessage } from 'node:http'
import https from 'node:https'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { objectAt, stringAt } from '#embedded-garden/json.ts'
import type { WatchEvent } from '../../../../test/contract/scenario.ts'
import {
  type Caller,
  configMap,
  MERGE,
  namespace,
  startCaller,
  versionOf,
} from '../../../../test/embedded-garden/caller.ts'
import { ManualClock } from '../../../../test/kit/clock.ts'
import { waitFor } from '../../../../test/kit/wait.ts'

const MAPS = '/api/v1/namespaces/n/configmaps'
const clock = new ManualClock()
let caller: Caller
let start = ''

beforeAll(async () => {
  caller = await startCaller({ window: { changes: 30, bytes: 1_000_000 }, clock })
  await caller.ask('POST', '/api/v1/namespaces', { body: namespace('n') })
})

beforeEach(async () => {
  await caller.ask('DELETE', MAPS)
  start = versionOf(await caller.ask('GET', MAPS))
})

afterAll(() => caller.stop())

function brief(events: readonly WatchEvent[]): string[] {
  return events.map(({ type, object }) => `${type} ${stringAt(objectAt(object, 'metadata'), 'name')}`.trim())
}

const SECONDS = 3
const since = (query = '') => `${MAPS}?watch=1&timeoutSeconds=${SECONDS}&resourceVersion=${start}${query}`

/** Opens a watch. Returns a function that lets its time pass and returns its events. */
async function openWatch(path: string): Promise<() => Promise<readonly WatchEvent[]>> {
  const { waiting } = clock
  const events = caller.watch(path)
  await waitFor(() => (clock.waiting > waiting ? true : null))
  return () => {
    clock.advance(SECONDS * 1000)
    return events
  }
}

/** The events of a watch without changes. */
const eventsOf = async (path: string) => (await openWatch(path))()

const relabel = (name: string, value: string | null) =>
  caller.ask('PATCH', `${MAPS}/${name}`, { type: MERGE, body: { metadata: { labels: { s: value } } } })

describe('a watch', () => {
  test('delivers all changes since its version, in order, and those while it is open', async () => {
    await caller.ask('POST', MAPS, { body: configMap('a') })
    const end = await openWatch(since())
    await caller.ask('POST', MAPS, { body: configMap('b') })
    await caller.ask('DELETE', `${MAPS}/a`)
    const events = await end()
    expect(brief(events)).toEqual(['ADDED a', 'ADDED b', 'DELETED a'])
    const versions = events.map(({ object }) => Number(versionOf(object)))
    expect(versions).toEqual([...versions].sort((a, b) => a - b))
  })

  test('with a selector delivers objects as added and deleted when their labels change', async () => {
    await caller.ask('POST', MAPS, { body: configMap('a') })
    await caller.ask('POST', MAPS, { body: configMap('b') })
    await relabel('a', 'in')
    await relabel('a', 'out')
    const back = await relabel('a', 'in')
    await caller.ask('DELETE', `${MAPS}/a`)
    const events = await eventsOf(since('&labelSelector=s%3Din'))
    expect(brief(events)).toEqual(['ADDED a', 'DELETED a', 'ADDED a', 'DELETED a'])
    // An object that left the selection is delivered in its last matching state, under the version of the change.
    expect(events[1]?.object).toMatchObject({ metadata: { labels: { s: 'in' } } })
    expect(Number(versionOf(events[1]?.object ?? {}))).toBe(Number(versionOf(back)) - 1)
  })

  test('without a version starts with the existing objects', async () => {
    await caller.ask('POST', MAPS, { body: configMap('b') })
    await caller.ask('POST', MAPS, { body: configMap('a') })
    expect(brief(await eventsOf(`${MAPS}?watch=1&timeoutSeconds=1`))).toEqual(['ADDED a', 'ADDED b'])
  })

  test('can send a list as its first events, and a bookmark at its end', async () => {
    await caller.ask('POST', MAPS, { body: configMap('a') })
    const query =
      '?watch=1&timeoutSeconds=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true'
    const events = await eventsOf(MAPS + query)
    expect(brief(events).slice(0, 2)).toEqual(['ADDED a', 'BOOKMARK'])
    expect(events[1]?.object).toMatchObject({
      kind: 'ConfigMap',
      metadata: { annotations: { 'k8s.io/initial-events-end': 'true' } },
    })
  })

  test('sends bookmarks before its end only on request, and with the version of the store', async () => {
    const endAsked = await openWatch(since('&allowWatchBookmarks=true'))
    const endSilent = await openWatch(since())
    const { metadata } = await caller.ask('POST', '/api/v1/namespaces/n/secrets', {
      body: { apiVersion: 'v1', kind: 'Secret', metadata: { name: 's' } },
    })
    const [asked, silent] = [await endAsked(), await endSilent()]
    expect(brief(asked)).toContain('BOOKMARK')
    expect(
      asked.every(
        ({ object }) => versionOf(object) === objectAt({ metadata: metadata ?? null }, 'metadata').resourceVersion,
      ),
    ).toBe(true)
    expect(silent).toEqual([])
    await caller.ask('DELETE', '/api/v1/namespaces/n/secrets/s')
  })

  test('with an expired version gets one ERROR event with 410', async () => {
    for (let i = 0; i < 16; i++) {
      await caller.ask('POST', MAPS, { body: configMap('a') })
      await caller.ask('DELETE', `${MAPS}/a`)
    }
    const events = await caller.watch(since())
    expect(events).toEqual([
      { type: 'ERROR', object: expect.objectContaining({ kind: 'Status', code: 410, reason: 'Expired' }) },
    ])
  })

  test('ends with 410 at the first event after a load, which has no events', async () => {
    const end = await openWatch(since())
    await caller.ask('POST', MAPS, { body: configMap('a') })
    const loaded = configMap('loaded')
    caller.garden.loadAll([{ ...loaded, metadata: { ...objectAt(loaded, 'metadata'), namespace: 'n', uid: 'u' } }])
    await caller.ask('POST', MAPS, { body: configMap('b') })
    const expired = { type: 'ERROR', object: expect.objectContaining({ code: 410 }) }
    expect(await end()).toEqual([expect.objectContaining({ type: 'ADDED' }), expired])
  })

  test('of one object delivers only that one', async () => {
    const end = await openWatch(since('&fieldSelector=metadata.name%3Da'))
    await caller.ask('POST', MAPS, { body: configMap('a') })
    await caller.ask('POST', MAPS, { body: configMap('b') })
    expect(brief(await end())).toEqual(['ADDED a'])
  })

  test('with a stalled reader ends without an error, despite later changes', async () => {
    const { garden } = caller
    const headers = { Authorization: `Bearer ${garden.token('admin')}` }
    const slow = await new Promise<IncomingMessage>((resolve, reject) =>
      https.get(`${garden.url}${since()}`, { headers, ca: garden.caCertificate }, resolve).on('error', reject),
    )
    slow.pause()
    const data = { text: 'x'.repeat(900_000) }
    await caller.ask('POST', MAPS, { body: configMap('a', data) })
    for (let change = 0; change < 12; change++) await relabel('a', String(change))
    clock.advance(SECONDS * 1000)
    await relabel('a', 'late')
    expect(versionOf(await caller.ask('GET', `${MAPS}/a`))).not.toBe('')
    slow.destroy()
  })
})
