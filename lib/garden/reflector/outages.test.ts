import { describe, expect, test } from 'vitest'
import type { ContactState } from './contact.ts'
import { event, failure, page, play, type Script, type Watch } from './testing/play.ts'

const forbidden = failure('forbidden', { status: 403 })
const unauthenticated = failure('unauthenticated', { status: 401 })
const unreachable = failure('unreachable')
const gone = failure('gone', { status: 410 })
const times = <T>(count: number, each: T) => Array.from({ length: count }, () => each)

/** The phases of a source while it waits. */
async function playSeeing(script: Omit<Script, 'waiting'>) {
  const seen: ContactState[] = []
  return { seen, ...(await play({ ...script, waiting: state => seen.push(state) })) }
}

describe('after an outage of a live source', () => {
  test.each([
    ['403', forbidden],
    ['401', unauthenticated],
  ])('retries %s for seconds before reporting it', async (status, refusal) => {
    const { seen, slept, state, asked } = await playSeeing({
      pages: [page(['a'])],
      watches: [[20_000, unreachable], ...times<Watch>(6, unreachable), ...times<Watch>(3, refusal), [1000]],
    })
    expect(seen.map(({ phase }) => phase)).not.toContain('refused')
    expect(seen.at(-1)?.error?.message).toContain(`the server refuses the console (${status}), as it does for a moment`)
    expect(Math.max(...slept)).toBe(2_000)
    expect(asked.filter(each => each.startsWith('list'))).toHaveLength(1)
    expect(state).toMatchObject({ phase: 'live', error: null })
  })

  test('reports a lasting refusal, and then retries once a minute', async () => {
    const { seen, slept } = await playSeeing({
      pages: [page(['a'])],
      watches: [[20_000, unreachable], ...times<Watch>(8, forbidden), [1000]],
      random: () => 0.5,
    })
    expect(slept).toEqual([375, 750, 1500, 1500, 1500, 1500, 1500, 60_000, 60_000])
    expect(seen.findIndex(({ phase }) => phase === 'refused')).toBe(7)
    expect(seen[7]?.error).toBe(forbidden)
  })

  test('lists immediately when its version expired', async () => {
    const { asked, slept, kept } = await play({
      pages: [page(['a']), page(['b'], { resourceVersion: '90' })],
      watches: [[20_000, unreachable], ...times<Watch>(5, unreachable), gone, [1000]],
    })
    expect(asked.slice(-4)).toEqual(['watch from 10', 'list 100', 'watch from 90', 'watch from 90'])
    expect(slept).toEqual([500, 1000, 2000, 2000, 2000, 2000])
    expect(kept).toEqual(['b'])
  })

  test.each([
    ['an error of the server', failure('unavailable', { status: 500 })],
    ['a kind that it does not serve yet', failure('not-served', { status: 404 })],
    ['a request for fewer requests', failure('throttled', { status: 429 })],
  ])('waits briefly after %s, however long the outage was', async (_name, error) => {
    const { slept } = await play({
      pages: [page(['a']), page(['a'])],
      watches: [[20_000, unreachable], ...times<Watch>(12, unreachable), error, [1000]],
    })
    expect(slept.at(-1)).toBe(500)
  })

  test('lists immediately when its version expired again after another outage', async () => {
    const outage = times<Watch>(6, unreachable)
    const { slept } = await play({
      pages: times(3, page(['a'])),
      watches: [[20_000, unreachable], gone, ...outage, gone, [1000]],
    })
    expect(slept).toEqual([500, 500, 1000, 2000, 2000, 2000, 2000])
  })

  test('counts the refusals of a server that restarts from the second start', async () => {
    const refused = times<Watch>(4, forbidden)
    const { seen, slept } = await playSeeing({
      pages: [page(['a'])],
      watches: [[20_000, unreachable], ...refused, ...times<Watch>(3, unreachable), ...refused, [1000]],
    })
    expect(seen.map(({ phase }) => phase)).not.toContain('refused')
    expect(Math.max(...slept)).toBe(2_000)
  })

  test('does not treat a kind as absent after one response of a starting server', async () => {
    const { kept, seen } = await playSeeing({
      pages: [page(['a']), page(['a'])],
      watches: [[20_000, unreachable], failure('not-served', { status: 404 }), [1000]],
      whenNotServed: 'empty',
    })
    expect(kept).toEqual(['a'])
    expect(seen.at(-1)).toMatchObject({ phase: 'reconnecting', absent: false })
  })

  test('does not overload a server that calls every version expired', async () => {
    const { slept } = await play({ pages: times(8, page([])), watches: times<Watch>(7, [gone]) })
    expect(slept).toEqual([500, 1000, 2000, 4000, 8000, 16_000])
  })

  test.each([
    ['a gateway without a backend', failure('unavailable', { status: 503 }), 2_000],
    ['a name that is not known', unreachable, 2_000],
    ['an error of the server', failure('unavailable', { status: 500 }), 30_000],
    ['a server that says when to retry', failure('throttled', { status: 429, retryAfterMs: 1_000 }), 3_000],
    ['a server that throttles', failure('throttled', { status: 429 }), 30_000],
  ])('waits a bounded time after %s', async (_name, error, longestMs) => {
    const { slept } = await play({ pages: [...times(12, error), page([])], watches: [] })
    expect(Math.max(...slept)).toBe(longestMs)
  })
})

describe('a watch that opens and delivers nothing', () => {
  const stalled: Watch = [Number.POSITIVE_INFINITY]
  const endedEarly: Watch = [5_000]
  const cutOff: Watch = [10_000, unreachable]

  test.each<[string, readonly Watch[]]>([
    ['never ends', times(3, stalled)],
    ['ends early', times(12, endedEarly)],
    ['is cut off every ten seconds', times(7, cutOff)],
  ])('leads to a list within the staleness bound when it %s', async (_name, silent) => {
    const listedAt: number[] = []
    const phases: string[] = []
    const { kept, asked, state } = await play({
      pages: [page(['a']), page(['a', 'b'], { resourceVersion: '20' })],
      watches: silent,
      listing: (contact, at) => {
        listedAt.push(at)
        phases.push(contact.phase)
      },
    })
    expect(kept).toEqual(['a', 'b'])
    expect((listedAt[1] ?? 0) - (listedAt[0] ?? 0)).toBeLessThanOrEqual(61_000)
    expect(asked).toContain('watch from 20')
    expect(state).toMatchObject({ complete: true, phase: 'reconnecting' })
  })

  test('leads to a list also with a short staleness bound', async () => {
    const listedAt: number[] = []
    const { kept } = await play({
      pages: [page(['a']), page(['a', 'b'])],
      watches: times<Watch>(20, [500]),
      staleAfterMs: 5_000,
      random: () => 0,
      listing: (_contact, at) => listedAt.push(at),
    })
    expect(kept).toEqual(['a', 'b'])
    expect((listedAt[1] ?? 0) - (listedAt[0] ?? 0)).toBeLessThanOrEqual(6_000)
  })

  test('is not a failure when watches of a quiet collection end in time', async () => {
    const { asked, state } = await play({ pages: [page(['a'])], watches: times<Watch>(6, [45_000]) })
    expect(asked.filter(each => each.startsWith('list'))).toHaveLength(1)
    expect(state).toMatchObject({ phase: 'live', error: null })
  })

  test('is stale after the bound if no list succeeds', async () => {
    const { seen } = await playSeeing({
      pages: [page(['a']), ...times(5, failure('timeout'))],
      watches: times(2, stalled),
    })
    expect(seen.at(-1)?.phase).toBe('stale')
  })

  test('names the likely cause, and is live again with its first event', async () => {
    const messages: (string | undefined)[] = []
    const { state } = await play({
      pages: times(2, page(['a'])),
      watches: [stalled, [event('BOOKMARK', '', '50'), 1000]],
      listing: ({ error }) => messages.push(error?.message),
    })
    expect(messages[1]).toContain('the watch opens, but delivers neither events nor bookmarks for 60 s')
    expect(state).toMatchObject({ phase: 'live', error: null })
  })

  test('is not suspected if only the connection moved to another server, and the next watch is shorter', async () => {
    const { asked, lengths } = await play({
      pages: [page(['a'])],
      watches: [
        [event('BOOKMARK', '', '11'), 40_000, unreachable],
        [event('BOOKMARK', '', '12'), 1000],
      ],
    })
    expect(asked.filter(each => each.startsWith('list'))).toHaveLength(1)
    expect(lengths.slice(0, 2)).toEqual([45, 15])
  })
})
