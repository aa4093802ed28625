import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { serverNow } from '#components/ui/clock.tsx'
import { connectLive, type LiveConnection } from './live-connection.ts'

/** Fake of the browser's EventSource, limited to what a connection uses. */
class FakeSource extends EventTarget {
  static readonly CLOSED = 2
  static readonly all: FakeSource[] = []
  readyState = 1

  readonly address: string

  constructor(address: string) {
    super()
    this.address = address
    FakeSource.all.push(this)
  }

  close(): void {
    this.readyState = FakeSource.CLOSED
  }

  break(readyState: number): void {
    this.readyState = readyState
    this.dispatchEvent(new Event('error'))
  }

  tellUser(user: { readonly id: string; readonly name: string }): void {
    this.dispatchEvent(new MessageEvent('user', { data: JSON.stringify(user), lastEventId: 'x.1' }))
  }

  tellHealth(at = Date.now()): void {
    const data = JSON.stringify({ at, phase: 'live', ageMs: 0, sources: [], problems: [] })
    this.dispatchEvent(new MessageEvent('health', { data, lastEventId: 'x.1' }))
  }
}

let status = 401
let live: LiveConnection
let phases: string[]
const onChange = vi.fn()

function connect(isVisible: boolean): LiveConnection {
  const state = { phase: 'connecting', asOf: null, health: null, other: null } as const
  return connectLive({ moment: 'x.0', state, person: 'omar' }, isVisible, { onChange, onJobs() {}, onOperators() {} })
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('EventSource', FakeSource)
  vi.stubGlobal('fetch', async () => ({ status }))
  FakeSource.all.length = 0
  status = 401
  phases = []
  onChange.mockClear()
  live = connect(true)
  live.subscribe(() => phases.push(live.state().phase))
})

afterEach(() => {
  live.close()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const latest = () => {
  const source = FakeSource.all.at(-1)
  if (!source) throw new Error('No stream was opened')
  return source
}

test('reports signed-out once, and continues after a sign-in in another tab', async () => {
  latest().break(FakeSource.CLOSED)
  for (let tries = 0; tries < 4; tries++) {
    await vi.advanceTimersByTimeAsync(30_000)
    latest().break(FakeSource.CLOSED)
  }
  await vi.advanceTimersByTimeAsync(0)
  expect(phases).toEqual(['signed-out'])
  await vi.advanceTimersByTimeAsync(30_000)
  latest().tellHealth()
  expect(phases).toEqual(['signed-out', 'live'])
})

test('reconnects within seconds of a sign-in or when the page becomes visible, and refetches refused queries', async () => {
  live.signedOut()
  latest().break(FakeSource.CLOSED)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(FakeSource.all).toHaveLength(2)
  latest().break(FakeSource.CLOSED)
  await vi.advanceTimersByTimeAsync(0)
  live.becameVisible()
  await vi.advanceTimersByTimeAsync(0)
  expect(FakeSource.all).toHaveLength(3)
  latest().tellHealth()
  expect(live.state().phase).toBe('live')
  expect(onChange).toHaveBeenCalledOnce()
  live.becameVisible()
  latest().tellHealth()
  await vi.advanceTimersByTimeAsync(0)
  expect(FakeSource.all).toHaveLength(3)
  expect(onChange).toHaveBeenCalledOnce()
})

test('reports when the session belongs to another user, and when it no longer does', () => {
  latest().tellUser({ id: 'omar', name: 'Omar Operator' })
  expect(live.state().other).toBeNull()
  latest().tellUser({ id: 'ada', name: 'Ada Admin' })
  latest().tellHealth()
  expect(live.state().other).toBe('Ada Admin')
  latest().tellUser({ id: 'omar', name: 'Omar Operator' })
  expect(live.state().other).toBeNull()
})

test('a closed connection opens no stream', async () => {
  status = 200
  latest().break(FakeSource.CLOSED)
  live.close()
  await vi.advanceTimersByTimeAsync(120_000)
  expect(FakeSource.all).toHaveLength(1)
})

test('reopens a broken stream, and ignores errors of the old one', async () => {
  status = 200
  const old = latest()
  old.break(FakeSource.CLOSED)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(FakeSource.all).toHaveLength(2)
  latest().tellHealth()
  old.break(FakeSource.CLOSED)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(FakeSource.all).toHaveLength(2)
  expect(phases).toEqual(['reconnecting', 'live'])
})

test('treats a silent stream as broken', async () => {
  latest().tellHealth()
  await vi.advanceTimersByTimeAsync(17_000)
  expect(FakeSource.all).toHaveLength(2)
  expect(phases).toEqual(['live', 'reconnecting'])
})

test('a 401 response closes the stream, and the page continues after a sign-in in another tab', async () => {
  live.signedOut()
  live.signedOut()
  expect(latest().readyState).toBe(FakeSource.CLOSED)
  expect(phases).toEqual(['signed-out'])
  await vi.advanceTimersByTimeAsync(30_000)
  latest().tellHealth()
  expect(live.state().phase).toBe('live')
})

test('uses the server’s time, also when the browser’s clock changes', () => {
  const HOUR_MS = 3_600_000
  const now = Date.now()
  latest().tellHealth(now + HOUR_MS)
  expect(serverNow()).toBe(now + HOUR_MS)
  expect(live.state().asOf).toBe(now + HOUR_MS)
  vi.setSystemTime(now + 5 * HOUR_MS)
  latest().tellHealth(now + HOUR_MS)
  expect(serverNow()).toBe(now + HOUR_MS)
  // An event with more latency does not change the clock.
  latest().tellHealth(now + HOUR_MS - 900)
  expect(serverNow()).toBe(now + HOUR_MS)
  latest().tellHealth(Date.now())
})

test('a hidden page closes its stream, and catches up from its latest event when it becomes visible', async () => {
  latest().tellHealth()
  live.becameHidden()
  expect(latest().readyState).toBe(FakeSource.CLOSED)
  await vi.advanceTimersByTimeAsync(600_000)
  expect(FakeSource.all).toHaveLength(1)
  live.becameVisible()
  await vi.advanceTimersByTimeAsync(0)
  expect(FakeSource.all.map(({ address }) => address)).toEqual(['/api/v1/events?since=x.0', '/api/v1/events?since=x.1'])
  expect(live.state().phase).toBe('reconnecting')
  latest().tellHealth()
  expect(phases).toEqual(['live', 'reconnecting', 'live'])
})

test('a page that was hidden for a moment stays live while it reconnects', async () => {
  latest().tellHealth()
  live.becameHidden()
  await vi.advanceTimersByTimeAsync(1_000)
  live.becameVisible()
  await vi.advanceTimersByTimeAsync(0)
  expect(FakeSource.all).toHaveLength(2)
  expect(phases).toEqual(['live'])
})

test('a page that is opened hidden, or signed out while hidden, opens no stream until it is visible', async () => {
  const hidden = connect(false)
  hidden.signedOut()
  await vi.advanceTimersByTimeAsync(12_000)
  expect(FakeSource.all).toHaveLength(1)
  hidden.becameVisible()
  await vi.advanceTimersByTimeAsync(0)
  expect(FakeSource.all).toHaveLength(2)
  hidden.close()
})

test('the answer about a stream that broke before the page was hidden opens none', async () => {
  latest().break(FakeSource.CLOSED)
  live.becameHidden()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(FakeSource.all).toHaveLength(1)
  expect(phases).toEqual([])
})
