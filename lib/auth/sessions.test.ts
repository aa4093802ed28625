import { expect, onTestFinished, test, vi } from 'vitest'
import { FRESH_MS } from '#lib/util/result-within.ts'
import type { SessionLedger, SessionRow } from './session-record.ts'
import { CACHE_MS, type Confirmation, Sessions } from './sessions.ts'

const READ = { writes: false, attended: false }
const WRITE = { writes: true, attended: true }
const LIMITS = { idleMs: 3_600_000, longestMs: 28_800_000, confirmMs: 300_000 }
const VERA = { id: 'oidc:1', name: 'vera', role: 'viewer' }

class Down extends Error {}

/** Sessions of one process on a ledger that stores one session and may be unavailable. */
function kit(row: Partial<SessionRow> = {}, confirm: Confirmation['confirm'] = async () => 'unanswered') {
  const world = {
    down: false,
    hangs: false,
    now: 0,
    ended: [] as string[],
    row: {
      id: 's-1',
      userId: VERA.id,
      userName: VERA.name,
      role: 'viewer',
      provider: 'oidc',
      ageMs: 0,
      idleMs: 0,
      confirmedMs: 0,
      ended: false,
      ...row,
    } as SessionRow,
  }
  const answer = async <T>(value: () => T): Promise<T> => {
    if (world.down) throw new Down()
    if (world.hangs) return new Promise(() => {})
    return value()
  }
  const ledger: SessionLedger = {
    begin: () => answer(() => undefined),
    read: id => answer(() => (id === world.row.id ? world.row : null)),
    use: () => answer(() => undefined),
    end: (_, reason) =>
      answer(() => {
        world.ended.push(reason)
        world.row = { ...world.row, ended: true }
        return true
      }),
    takeTurn: () => answer(() => null),
    confirm: () => answer(() => undefined),
    endedOf: ids => answer(() => (world.row.ended ? ids : [])),
  }
  const sessions = new Sessions({
    ledger,
    limits: LIMITS,
    providers: ['oidc'],
    confirmation: { confirm },
    isUnavailable: error => error instanceof Down,
    now: () => world.now,
  })
  onTestFinished(() => sessions.close())
  return { world, sessions }
}

test('a cached session permits reads but no writes while the database is unavailable', async () => {
  const { world, sessions } = kit()
  expect(await sessions.check('s-1', WRITE)).toEqual(VERA)
  world.down = true
  world.now = CACHE_MS - 1
  expect(await sessions.check('s-1', READ)).toEqual(VERA)
  await expect(sessions.check('s-1', WRITE)).rejects.toThrow(Down)
  await expect(sessions.check('s-2', READ)).rejects.toThrow(Down)
  world.now = CACHE_MS
  await expect(sessions.check('s-1', READ)).rejects.toThrow(Down)
})

test.each([
  ['idleMs', LIMITS.idleMs],
  ['ageMs', LIMITS.longestMs],
] as const)('the limit of %s holds without the database too', async (what, limit) => {
  const { world, sessions } = kit({ [what]: limit - 1_000 })
  expect(await sessions.check('s-1', READ)).toEqual(VERA)
  world.down = true
  world.now = 999
  expect(await sessions.check('s-1', READ)).toEqual(VERA)
  world.now = 1_000
  expect(await sessions.check('s-1', READ)).toBeNull()
})

test('an ended session is not cached when the database becomes unavailable', async () => {
  const { world, sessions } = kit()
  await sessions.check('s-1', READ)
  await sessions.end('s-1', 'ended', 'ada')
  world.down = true
  expect(await sessions.check('s-1', READ)).toBeNull()
  expect(sessions.recent('s-1')).toBeNull()
})

test('a session ended by another process is refused when the database becomes unavailable', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { world, sessions } = kit()
  await sessions.check('s-1', READ)
  world.row = { ...world.row, ended: true }
  await vi.advanceTimersByTimeAsync(1_000)
  world.down = true
  expect(await sessions.check('s-1', READ)).toBeNull()
})

test('a cached session permits reads after 3 s when the database does not answer, and no writes', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { world, sessions } = kit()
  await sessions.check('s-1', READ)
  world.hangs = true
  const read = sessions.check('s-1', READ)
  const write = vi.fn()
  void sessions.check('s-1', WRITE).then(write, write)
  await vi.advanceTimersByTimeAsync(FRESH_MS)
  expect(await read).toEqual(VERA)
  expect(write).not.toHaveBeenCalled()
})

test('any other error of the ledger refuses the session', async () => {
  const { world, sessions } = kit()
  await sessions.check('s-1', READ)
  Object.defineProperty(world, 'row', {
    get: () => {
      throw new TypeError('a fault')
    },
  })
  await expect(sessions.check('s-1', READ)).rejects.toThrow(TypeError)
})

test.each([
  ['of a removed provider', { provider: 'demo' }, ['issuer']],
  ['that is idle', { idleMs: LIMITS.idleMs }, ['idle']],
  ['that is old', { ageMs: LIMITS.longestMs }, ['too-old']],
  ['that has ended', { ended: true }, []],
  ['with an unknown role', { role: 'root' }, []],
])('a session %s gives no access', async (_, row, ended) => {
  const { world, sessions } = kit(row)
  expect(await sessions.check('s-1', READ)).toBeNull()
  expect(world.ended).toEqual(ended)
})

test('concurrent requests share one confirmation by the identity provider', async () => {
  let asked = 0
  const { world, sessions } = kit({ confirmedMs: LIMITS.confirmMs }, async () => {
    asked++
    world.row = { ...world.row, role: 'operator', confirmedMs: 0 }
    return 'confirmed'
  })
  const found = await Promise.all([1, 2, 3].map(() => sessions.check('s-1', READ)))
  expect(found.map(user => user?.role)).toEqual(['operator', 'operator', 'operator'])
  expect(asked).toBe(1)
  await sessions.check('s-1', READ)
  expect(asked, 'and not again while that is fresh').toBe(1)
})

test('the last confirmed role stays valid for a limited time without an answer', async () => {
  const { world, sessions } = kit({ confirmedMs: 3 * LIMITS.confirmMs - 1 })
  expect(await sessions.check('s-1', READ)).toEqual(VERA)
  world.row = { ...world.row, confirmedMs: 3 * LIMITS.confirmMs }
  expect(await sessions.check('s-1', READ)).toBeNull()
  expect(world.ended, 'and counts again once it answers').toEqual([])
  world.row = { ...world.row, confirmedMs: 0 }
  expect(await sessions.check('s-1', READ)).toEqual(VERA)
})

test('a follower of a session is called once at its end, also by another process', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { world, sessions } = kit()
  let calls = 0
  sessions.onEnd('s-1', () => calls++)
  const leave = sessions.onEnd('s-1', () => calls++)
  leave()
  world.row = { ...world.row, ended: true }
  await vi.advanceTimersByTimeAsync(1_000)
  expect(calls).toBe(1)
  await sessions.end('s-1', 'ended')
  expect(calls).toBe(1)
})
