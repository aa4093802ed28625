import { describe, expect, test } from 'vitest'
import type { WatchOptions } from '#lib/garden/client/client.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { MalformedObjectError } from '#lib/garden/resources/read-fields.ts'
import { SHOOTS } from '#lib/garden/resources/resource.ts'
import { Contact, type ContactState, type SkippedObject } from './contact.ts'
import { reflect } from './reflector.ts'
import { event, failure, page, play, type Script } from './testing/play.ts'

describe('the reflector', () => {
  test('lists page by page, then watches from that version', async () => {
    const { kept, asked, state } = await play({
      pages: [page(['a', 'b'], { continue: 'b' }), page(['c'])],
      watches: [[event('ADDED', 'd', '11'), event('DELETED', 'a', '12'), event('MODIFIED', 'b', '13'), 30_000]],
    })
    expect(kept).toEqual(['b', 'c', 'd'])
    expect(asked).toEqual(['list 100', 'list 100 after b', 'watch from 10', 'watch from 13'])
    expect(state).toMatchObject({ phase: 'live', complete: true, error: null })
  })

  test.each<[string, Script, string | null]>([
    ['of its list', { pages: [page(['a'])], watches: [] }, '10'],
    [
      'of the last event',
      { pages: [page([])], watches: [[event('ADDED', 'a', '11'), event('DELETED', 'a', '12')]] },
      '12',
    ],
    ['of a bookmark', { pages: [page([])], watches: [[event('BOOKMARK', '', '50')]] }, '50'],
    [
      'of the new list, though that is an older one',
      {
        pages: [page([]), page([], { resourceVersion: '5' })],
        watches: [[event('ADDED', 'a', '11'), failure('gone')]],
      },
      '5',
    ],
  ])('has reached the version %s', async (_name, script, version) => {
    expect((await play(script)).reached).toBe(version)
  })

  test('has reached no version during a new list', async () => {
    const reached: (string | null)[] = []
    await play({
      pages: [page([]), failure('unreachable'), page([])],
      watches: [[event('ADDED', 'a', '11'), failure('gone')]],
      waiting: (_state, version) => reached.push(version),
    })
    expect(reached).toEqual([null])
  })

  test('continues from the last bookmark without a delay when the server ends a watch', async () => {
    const { asked, slept } = await play({
      pages: [page(['a'])],
      watches: [
        [40_000, event('BOOKMARK', '', '50')],
        [40_000, event('BOOKMARK', '', '60')],
      ],
    })
    expect(asked).toEqual(['list 100', 'watch from 10', 'watch from 50', 'watch from 60'])
    expect(slept).toEqual([])
  })

  test('continues from the last event when a watch breaks', async () => {
    const { asked, kept } = await play({
      pages: [page(['a'])],
      watches: [[event('ADDED', 'b', '11'), failure('unreachable')], failure('unavailable', { status: 503 }), [1000]],
    })
    expect(asked).toEqual(['list 100', 'watch from 10', 'watch from 11', 'watch from 11', 'watch from 11'])
    expect(kept).toEqual(['a', 'b'])
  })

  test.each([
    ['410', failure('gone', { status: 410 })],
    ['a lost future (504)', failure('timeout', { status: 504 })],
    ['400', failure('invalid', { status: 400 })],
    ['404', failure('not-found', { status: 404 })],
    ['500', failure('unavailable', { status: 500 })],
    ['nonsense', failure('unexpected')],
  ])('lists again after %s and removes deleted objects', async (_name, broken) => {
    const { asked, kept } = await play({
      pages: [page(['a', 'b']), page(['b', 'c'], { resourceVersion: '20' })],
      watches: [[1000, broken], [1000]],
    })
    expect(asked).toEqual(['list 100', 'watch from 10', 'list 100', 'watch from 20', 'watch from 20'])
    expect(kept).toEqual(['b', 'c'])
  })

  test('treats a resource that is not served as empty where permitted, and retries', async () => {
    const { asked, kept, slept, state } = await play({
      pages: [failure('not-served', { status: 404 }), page(['a'])],
      watches: [[1000]],
      whenNotServed: 'empty',
      waiting: waiting => expect(waiting).toMatchObject({ phase: 'live', complete: true, error: null }),
    })
    expect(slept).toEqual([60_000])
    expect(asked).toEqual(['list 100', 'list 100', 'watch from 10', 'watch from 10'])
    expect(kept).toEqual(['a'])
    expect(state.phase).toBe('live')
  })

  describe('keeps the objects of a kind that the server no longer serves', () => {
    const notServed = failure('not-served', { status: 404 })

    test('and retries with growing delays', async () => {
      const seen: [string, boolean][] = []
      const { kept, slept, state } = await play({
        pages: [page(['a', 'b']), ...Array.from({ length: 9 }, () => notServed), page(['b', 'c'])],
        watches: [[20_000, notServed], [1000]],
        whenNotServed: 'keep',
        waiting: ({ phase, absent }) => seen.push([phase, absent]),
        recall: () => Promise.reject(new Error('there was a list')),
      })
      expect(seen.slice(0, 3)).toEqual([
        ['reconnecting', false],
        ['reconnecting', false],
        ['live', true],
      ])
      expect(new Set(seen.slice(2).map(String))).toEqual(new Set(['live,true']))
      expect(slept).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000, 30_000])
      expect(kept).toEqual(['b', 'c'])
      expect(state).toMatchObject({ phase: 'live', absent: false })
    })

    test('or loads stored ones if the server has never served it', async () => {
      const recalls: string[] = []
      const seen: ContactState[] = []
      await play({
        pages: Array.from({ length: 6 }, () => notServed),
        watches: [],
        whenNotServed: 'keep',
        waiting: state => seen.push(state),
        recall: async () => {
          recalls.push('asked')
          if (recalls.length === 1) throw new Error('the database is away')
        },
      })
      expect(seen.map(({ complete, absent }) => [complete, absent])).toEqual([
        [false, false],
        [false, false],
        [false, false],
        [true, true],
        [true, true],
        [true, true],
      ])
      expect(seen[2]?.error?.message).toContain('the database did not say what was known of them')
      expect(recalls).toHaveLength(2)
    })

    test('but fails for a required kind', async () => {
      const { state } = await play({ pages: Array.from({ length: 6 }, () => notServed), watches: [] })
      expect(state).toMatchObject({ phase: 'starting', complete: false, error: { kind: 'not-served' } })
    })
  })

  test('reports data that the role no longer permits as refused, then as stale', async () => {
    const phases: string[] = []
    const forbidden = failure('forbidden', { status: 403 })
    await play({
      pages: [page(['a']), ...Array.from({ length: 8 }, () => forbidden), page(['a'])],
      watches: [[failure('not-found', { status: 404 })]],
      waiting: ({ phase }) => phases.push(phase),
    })
    expect(phases.slice(-2)).toEqual(['refused', 'stale'])
    expect(phases.slice(0, -2)).toEqual(Array.from({ length: 7 }, () => 'reconnecting'))
  })

  test('restarts a list with larger pages when its token expires half-way', async () => {
    const { asked, kept } = await play({
      pages: [
        page(['a'], { continue: 'a' }),
        failure('gone'),
        page(['b'], { continue: 'b' }),
        failure('gone'),
        page(['c']),
      ],
      watches: [],
    })
    expect(asked).toEqual(['list 100', 'list 100 after a', 'list 200', 'list 200 after b', 'list 400', 'watch from 10'])
    expect(kept).toEqual(['c'])
  })

  test('waits longer after each failure, with jitter, up to a limit', async () => {
    const failing = failure('unavailable', { status: 500 })
    const slow = await play({ pages: [...Array.from({ length: 12 }, () => failing), page([])], watches: [] })
    expect(slow.slept).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000, 30_000, 30_000, 30_000])
    const quick = await play({
      pages: [failure('unreachable'), failure('unreachable'), page([])],
      watches: [],
      random: () => 0,
    })
    expect(quick.slept).toEqual([250, 500])
  })

  test('waits at least as long as the server requests', async () => {
    const { slept } = await play({
      pages: [failure('throttled', { status: 429, retryAfterMs: 7000 }), page([])],
      watches: [],
    })
    expect(slept).toEqual([7500])
  })

  test('resets the delay after a long watch', async () => {
    const { slept } = await play({
      pages: [failure('unreachable'), failure('unreachable'), page([])],
      watches: [[20_000, failure('unreachable')], [20_000]],
    })
    expect(slept).toEqual([500, 1000, 500])
  })

  test('does not overload a server that ends each watch immediately', async () => {
    const pages = Array.from({ length: 30 }, () => page([]))
    const { asked, now } = await play({ pages, watches: Array.from({ length: 30 }, () => []) })
    const elapsed = now() - 1_000_000
    expect(asked.filter(each => each.startsWith('watch'))).toHaveLength(31)
    expect(elapsed).toBeGreaterThan(10 * 60_000)
    // Such watches deliver nothing, so the collection is listed each time the limit is reached.
    expect(asked.filter(each => each.startsWith('list')).length).toBeLessThanOrEqual(1 + elapsed / 50_000)
  })

  test('opens at most one watch per second if each ends after one event', async () => {
    const watches = Array.from({ length: 20 }, (_unused, i) => [event('MODIFIED', 'a', String(11 + i))])
    const { slept, asked } = await play({ pages: [page(['a'])], watches })
    expect(slept).toEqual(Array.from({ length: 20 }, () => 1000))
    expect(asked.at(-1)).toBe('watch from 30')
  })

  test('reports a missing permission at the start immediately, and retries once a minute after some quick attempts', async () => {
    const phases: string[] = []
    const { slept, state } = await play({
      pages: [...Array.from({ length: 8 }, () => failure('forbidden')), page(['a'])],
      watches: [[1000]],
      random: () => 0.5,
      waiting: ({ phase }) => phases.push(phase),
    })
    expect(slept).toEqual([375, 750, 1500, 1500, 1500, 1500, 60_000, 60_000])
    expect(new Set(phases)).toEqual(new Set(['refused']))
    expect(state.phase).toBe('live')
  })

  test('chooses a random length for each watch between its bounds, and gives the server time to end it', async () => {
    const options: WatchOptions[] = []
    const stop = new AbortController()
    const draws = [0, 1]
    const client = {
      page: async () => ({ resourceVersion: '10', continue: null }),
      watch: async (_collection: unknown, given: WatchOptions) => {
        options.push(given)
        if (options.length === 2) stop.abort()
        throw failure('unreachable')
      },
    }
    await reflect<KubeObject, string>(
      {
        client: client as never,
        collection: { resource: SHOOTS, namespace: null },
        pageSize: 1,
        project: () => null,
        keyOf: name => name,
        sink: { put: () => undefined, remove: () => undefined, retain: () => undefined },
        contact: new Contact({ clock: () => 0, staleAfterMs: 1, onChange: () => undefined }),
        timing: {
          clock: () => 0,
          random: () => draws[options.length] ?? 0,
          sleep: async () => undefined,
          watchSeconds: [30, 45],
          endGraceMs: 5000,
          silentAfterMs: 60_000,
        },
      },
      stop.signal,
    )
    expect(options.map(({ timeoutSeconds, silenceMs }) => [timeoutSeconds, silenceMs])).toEqual([
      [30, 35_000],
      [45, 50_000],
    ])
  })

  describe('skips an unreadable object', () => {
    const options = {
      project: (each: KubeObject) => {
        const { name = '', resourceVersion } = each.metadata ?? {}
        if (resourceVersion === 'bad') throw new MalformedObjectError('spec is not an object')
        return name === '' ? null : name
      },
      identify: (each: KubeObject) => each.metadata?.name ?? null,
    }
    const reasons = (skipped: readonly SkippedObject[]) => skipped.map(({ object, reason }) => `${object}: ${reason}`)

    test('and follows the others, in a list and in a watch', async () => {
      const { kept, state, asked, slept } = await play({
        ...options,
        pages: [page(['a', 'b@bad', ''])],
        watches: [[event('ADDED', 'c', '11'), event('ADDED', 'd', 'bad'), event('ADDED', 'e', '13'), 1000]],
      })
      expect(kept).toEqual(['a', 'c', 'e'])
      expect(asked.filter(each => each.startsWith('list'))).toHaveLength(1)
      expect(slept).toEqual([])
      expect(state).toMatchObject({ phase: 'live', error: null })
      expect(reasons(state.skipped)).toEqual([
        'b: spec is not an object',
        'an object without a name: metadata.name is missing',
        'd: spec is not an object',
      ])
    })

    test('and keeps its last known state until it is deleted', async () => {
      const once = await play({
        ...options,
        pages: [page(['a', 'b']), page(['a@bad', 'b@bad'], { resourceVersion: '20' })],
        watches: [
          [event('MODIFIED', 'a', 'bad'), failure('gone')],
          [event('DELETED', 'b', 'bad'), 1000],
        ],
      })
      expect(once.kept).toEqual(['a'])
      expect(reasons(once.state.skipped)).toEqual(['a: spec is not an object'])
    })

    test('until it is readable again', async () => {
      const { state, changes } = await play({
        ...options,
        pages: [page(['a@bad', 'b@bad']), page(['a', 'b@bad'], { resourceVersion: '20' })],
        watches: [[failure('gone')], [event('MODIFIED', 'b', '21'), 1000]],
      })
      expect(state.skipped).toEqual([])
      expect(changes()).toBeGreaterThan(3)
    })
  })
})

describe('a contact', () => {
  const create = () => {
    let now = 0
    let changes = 0
    const contact = new Contact({ clock: () => now, staleAfterMs: 60_000, onChange: () => changes++ })
    return { contact, pass: (ms: number) => (now += ms), changes: () => changes }
  }

  test('is starting until the first list, live with the watch, reconnecting after a failure, stale after the bound', () => {
    const { contact, pass } = create()
    const phase = () => contact.state().phase
    expect(contact.state()).toEqual({
      phase: 'starting',
      lastContactAt: null,
      error: null,
      complete: false,
      absent: false,
      skipped: [],
    })
    contact.failed(failure('unreachable'))
    expect(phase()).toBe('starting')
    contact.listed()
    contact.live()
    pass(60_000)
    expect(phase()).toBe('live')
    pass(40_000)
    expect(phase()).toBe('stale')
    contact.touch()
    contact.failed(failure('unreachable'))
    expect(phase()).toBe('reconnecting')
    pass(60_001)
    expect(phase()).toBe('stale')
    contact.live()
    expect(contact.state()).toMatchObject({ phase: 'live', error: null, lastContactAt: 160_001 })
  })

  test('announces changes, not repetitions', () => {
    const { contact, changes } = create()
    contact.failed(failure('unreachable'))
    contact.failed(failure('unreachable'))
    expect(changes()).toBe(1)
    contact.failed(failure('unauthenticated'))
    contact.listed()
    contact.listed()
    contact.live()
    contact.live()
    contact.touch()
    expect(changes()).toBe(3)
  })

  test('of a refused source reports the refusal and keeps the error', () => {
    const { contact } = create()
    contact.failed(failure('forbidden'))
    expect(contact.state()).toMatchObject({ phase: 'refused', complete: false, error: { kind: 'forbidden' } })
  })
})
