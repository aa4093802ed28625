import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { GardenError, type GardenErrorKind } from '#lib/garden/client/garden-error.ts'
import { WorkQueue } from './work-queue.ts'

const START = Date.parse('2026-11-21T06:00:00Z')

beforeEach(() => {
  vi.useFakeTimers({ now: START })
})

afterEach(() => {
  vi.useRealTimers()
})

const failure = (kind: GardenErrorKind, retryAfterMs?: number) =>
  new GardenError({ kind, doing: 'reconcile', because: 'of the test.', ...(retryAfterMs && { retryAfterMs }) })

interface Play {
  readonly parallel?: number
  /** Duration of a run in milliseconds. */
  readonly takes?: number
  /** Result of a run, by its number from 0. */
  readonly end?: (key: string, run: number) => number | null
  readonly signal?: (signal: AbortSignal) => void
}

/** A queue that records its runs as `key@begin`, in milliseconds since the start. */
function play({ parallel = 10, takes = 0, end = () => null, signal = () => {} }: Play = {}) {
  const runs: string[] = []
  const failures: string[] = []
  const counts = new Map<string, number>()
  const queue = new WorkQueue({
    parallel,
    random: () => 1,
    onFailure: (key, error) => failures.push(`${key} ${error instanceof Error ? error.name : 'unknown'}`),
    work: async (key, given) => {
      signal(given)
      runs.push(`${key}@${Date.now() - START}`)
      const run = counts.get(key) ?? 0
      counts.set(key, run + 1)
      if (takes > 0) await new Promise(resolve => setTimeout(resolve, takes))
      return end(key, run)
    },
  })
  return { queue, runs, failures }
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

describe('the work queue', () => {
  test('starts nothing before it is opened, then runs the keys in order, each once', async () => {
    const { queue, runs } = play()
    for (const key of ['b', 'a', 'b', 'c', 'a']) queue.add(key)
    await pass(1_000)
    expect([runs, queue.metrics().depth]).toEqual([[], 3])
    queue.open()
    await pass(0)
    expect(runs).toEqual(['b@1000', 'a@1000', 'c@1000'])
  })

  test('runs a key again once if it was added during its run, however often', async () => {
    const { queue, runs } = play({ takes: 100 })
    queue.open()
    queue.add('a')
    await pass(50)
    for (let i = 0; i < 5; i++) queue.add('a')
    expect(queue.metrics()).toMatchObject({ depth: 1, working: 1, longestRunMs: 50 })
    await pass(1_000)
    expect(runs).toEqual(['a@0', 'a@100'])
  })

  test('runs as many keys concurrently as permitted', async () => {
    const { queue, runs } = play({ parallel: 2, takes: 100 })
    queue.open()
    for (const key of ['a', 'b', 'c', 'd', 'e']) queue.add(key)
    await pass(1_000)
    expect(runs).toEqual(['a@0', 'b@0', 'c@100', 'd@100', 'e@200'])
  })

  test('runs changes before resyncs', async () => {
    const { queue, runs } = play({ parallel: 1, takes: 10 })
    for (const key of ['r1', 'r2', 'r3']) queue.add(key, 'resync')
    queue.add('r3')
    queue.add('c1')
    queue.add('c1', 'resync')
    queue.open()
    await pass(1_000)
    expect(runs.map(run => run.split('@')[0])).toEqual(['r3', 'c1', 'r1', 'r2'])
  })

  test('alternates between due requeues and changes, however many of either wait', async () => {
    const { queue, runs } = play({
      parallel: 1,
      takes: 10,
      end: (key, run) => (key.startsWith('t') && run === 0 ? START + 200 : null),
    })
    queue.open()
    for (const key of ['t1', 't2', 't3']) queue.add(key)
    await pass(195)
    for (const key of ['c1', 'c2', 'c3', 'c4', 't3', 'c5', 'c6']) queue.add(key)
    await pass(1_000)
    const after = runs.slice(3).map(run => run.split('@')[0])
    expect(after).toEqual(['c1', 't1', 'c2', 't2', 'c3', 't3', 'c4', 'c5', 'c6'])
  })

  test('requeues a key exactly at the requested time', async () => {
    const { queue, runs } = play({ end: (key, run) => (key === 'a' && run === 0 ? START + 90_000 : null) })
    queue.open()
    queue.add('a')
    queue.add('b')
    await pass(89_999)
    expect([runs, queue.metrics().scheduled]).toEqual([['a@0', 'b@0'], 1])
    await pass(10_000_000)
    expect(runs).toEqual(['a@0', 'b@0', 'a@90000'])
  })

  test('a requeue time in the past runs soon, without a busy loop', async () => {
    const { queue, runs } = play({ end: () => START - 1 })
    queue.open()
    queue.add('a')
    await pass(1_000)
    expect(runs.slice(0, 3)).toEqual(['a@0', 'a@100', 'a@200'])
    expect(runs).toHaveLength(11)
  })

  test('an invalid requeue time is a failure and does not stop the queue', async () => {
    const { queue, runs, failures } = play({ end: (_key, run) => (run === 0 ? Date.parse('soon') : null) })
    queue.open()
    queue.add('a')
    await pass(10_000)
    expect([runs, failures]).toEqual([['a@0', 'a@500'], ['a RangeError']])
  })

  test('a requeue time beyond the limit of timers is not lost', async () => {
    const DAYS_40 = 40 * 86_400_000
    const { queue, runs } = play({ end: (_key, run) => (run === 0 ? START + DAYS_40 : null) })
    queue.open()
    queue.add('a')
    await pass(DAYS_40 - 1)
    expect(runs).toEqual(['a@0'])
    await pass(1)
    expect(runs).toEqual(['a@0', `a@${DAYS_40}`])
  })

  test('a later run replaces the requeue time of an earlier one', async () => {
    const looks = [START + 60_000, null]
    const { queue, runs } = play({ end: (_key, run) => looks[run] ?? null })
    queue.open()
    queue.add('a')
    await pass(1_000)
    queue.add('a')
    await pass(1_000_000)
    expect(runs).toEqual(['a@0', 'a@1000'])
  })

  test('notices within half a minute that the clock was set forward, and keeps pauses when it is set back', async () => {
    const { queue, runs } = play({
      end: (key, run) => {
        if (key === 'failing' && run === 0) throw new Error('no')
        return key === 'look' && run === 0 ? START + 3_600_000 : null
      },
    })
    queue.open()
    queue.add('look')
    await pass(1_000)
    vi.setSystemTime(START + 3_600_001)
    await pass(30_000)
    expect(runs).toHaveLength(2)
    queue.add('failing')
    await pass(0)
    vi.setSystemTime(START)
    await pass(500)
    expect(runs.filter(run => run.startsWith('failing'))).toHaveLength(2)
  })

  test('retries after pauses that grow up to five minutes, and resets them after a success', async () => {
    const { queue, runs, failures } = play({
      end: (_key, run) => {
        if (run < 12) throw new Error('no')
        if (run === 12) return START + 10_000_000
        if (run === 13) throw new Error('no')
        return null
      },
    })
    queue.open()
    queue.add('a')
    await pass(20_000_000)
    const at = runs.map(run => Number(run.split('@')[1]))
    const pauses = at.slice(1, 13).map((time, index) => time - (at[index] ?? 0))
    expect(pauses.slice(0, 10)).toEqual([500, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 64_000, 128_000, 256_000])
    expect(pauses.slice(10)).toEqual([300_000, 300_000])
    expect(at.slice(13)).toEqual([10_000_000, 10_000_500])
    expect(failures).toHaveLength(13)
    expect(queue.metrics()).toMatchObject({ runs: 15, retries: 13, errors: 13, scheduled: 0 })
  })

  test('randomizes each pause between its half and its whole', async () => {
    const starts: number[] = []
    const queue = new WorkQueue({
      parallel: 1,
      random: () => 0,
      work: async () => {
        starts.push(Date.now() - START)
        throw new Error('no')
      },
    })
    queue.open()
    queue.add('a')
    await pass(800)
    expect(starts).toEqual([0, 250, 750])
  })

  test('waits at least as long as the server requests', async () => {
    const { queue, runs } = play({
      end: (_key, run) => {
        if (run === 0) throw failure('throttled', 7_000)
        return null
      },
    })
    queue.open()
    queue.add('a')
    await pass(60_000)
    expect(runs).toEqual(['a@0', 'a@7500'])
  })

  test('a change of a key in backoff runs immediately', async () => {
    const { queue, runs } = play({
      end: (_key, run) => {
        if (run < 5) throw new Error('no')
        return null
      },
    })
    queue.open()
    queue.add('a')
    await pass(10_000)
    const tries = runs.length
    queue.add('a')
    await pass(0)
    expect(runs).toHaveLength(tries + 1)
    expect(runs.at(-1)).toBe('a@10000')
  })

  test('counts a conflict as a retry, not as an error', async () => {
    const { queue } = play({
      end: (_key, run) => {
        if (run === 0) throw failure('conflict')
        if (run === 1) throw failure('unavailable')
        return null
      },
    })
    queue.open()
    queue.add('a')
    await pass(60_000)
    expect(queue.metrics()).toMatchObject({ adds: 3, runs: 3, retries: 2, errors: 1, depth: 0, working: 0 })
  })

  test('frees the worker of a hanging run, and retries it', async () => {
    const seen: string[] = []
    const failures: unknown[] = []
    const queue = new WorkQueue({
      parallel: 1,
      withinMs: 5_000,
      random: () => 1,
      onFailure: (_key, error) => failures.push(error),
      work: (key, signal) => {
        seen.push(`${key}@${Date.now() - START}`)
        if (key !== 'hanging' || seen.length > 2) return Promise.resolve(null)
        return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
      },
    })
    queue.open()
    queue.add('hanging')
    queue.add('other')
    await pass(60_000)
    expect(seen).toEqual(['hanging@0', 'other@5000', 'hanging@5500'])
    expect(failures.map(String)).toEqual(['RunTooLongError: The run took longer than 5 s.'])
  })

  test('measures how long keys wait and runs take', async () => {
    const { queue } = play({ parallel: 1, takes: 200 })
    queue.open()
    queue.add('a')
    queue.add('b')
    await pass(1_000)
    const { queueLatency, workDuration } = queue.metrics()
    expect([queueLatency.count, queueLatency.sumMs]).toEqual([2, 200])
    expect(queueLatency.buckets.find(({ atMostMs }) => atMostMs === 100)?.count).toBe(1)
    expect(queueLatency.buckets.find(({ atMostMs }) => atMostMs === 250)?.count).toBe(2)
    expect([workDuration.count, workDuration.sumMs]).toEqual([2, 400])
  })
})

describe('closing the queue', () => {
  test('waits for running keys and starts no others', async () => {
    let aborted = false
    const { queue, runs } = play({
      parallel: 1,
      takes: 500,
      end: () => START + 1_000,
      signal: signal => signal.addEventListener('abort', () => (aborted = true)),
    })
    queue.open()
    queue.add('a')
    queue.add('b')
    await pass(10)
    queue.add('a')
    let closed = false
    const closing = queue.close(10_000).then(() => (closed = true))
    await pass(400)
    expect(closed).toBe(false)
    await pass(100)
    expect(closed).toBe(true)
    queue.add('c')
    queue.open()
    await pass(1_000_000)
    await closing
    expect([runs, aborted]).toEqual([['a@0'], false])
    expect(queue.metrics()).toMatchObject({ depth: 0, scheduled: 0, working: 0 })
  })

  test('aborts the signal of late runs, and still waits for them', async () => {
    const queue = new WorkQueue({
      parallel: 1,
      work: (_key, signal) =>
        new Promise((_resolve, reject) => signal.addEventListener('abort', () => setTimeout(reject, 50, 'aborted'))),
    })
    queue.open()
    queue.add('a')
    await pass(0)
    let closed = false
    void queue.close(1_000).then(() => (closed = true))
    await pass(1_049)
    expect(closed).toBe(false)
    await pass(1)
    expect([closed, queue.metrics().retries]).toEqual([true, 0])
  })

  test('resolves immediately without running keys', async () => {
    const { queue } = play()
    await queue.close(10_000)
    queue.add('a')
    expect(queue.metrics()).toMatchObject({ depth: 0, adds: 0 })
  })
})
