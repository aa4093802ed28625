import { appendFileSync, closeSync, openSync, readdirSync, readFileSync, writeFileSync, writeSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { temporaryFolders } from '#lib/testing/temporary-folders.ts'
import { DirectoryInUseError, lockDirectory, watchHolder } from './data-dir.ts'
import { LockLostError, type LockTiming } from './file-lock.ts'
import { encodeHolder, type Holder, holderOfThisProcess } from './holder.ts'

vi.setConfig({ testTimeout: 60_000 })

// A file system without hard links, such as exFAT.
vi.mock('node:fs', async original => ({
  ...(await original<typeof import('node:fs')>()),
  linkSync: () => {
    throw Object.assign(new Error('EPERM: operation not permitted, link'), { code: 'EPERM' })
  },
}))

const folder = temporaryFolders('lock')

const QUICK: LockTiming = { beatMs: 50, leaseMs: 1_000, settleMs: 250, fenceMs: 100 }
/** Timing for locks that no process holds. */
const SHORT: LockTiming = { beatMs: 10, leaseMs: 150, settleMs: 50, fenceMs: 20 }
/** A test that had to wait for such a lease would not end. */
const ENDLESS: LockTiming = { ...QUICK, leaseMs: 3_600_000 }

const lockFile = (directory: string) => path.join(directory, 'lock')
const holder = (directory: string) => JSON.parse(readFileSync(lockFile(directory), 'utf8'))
const hold = (directory: string, change: Partial<Holder>) =>
  writeFileSync(lockFile(directory), encodeHolder({ ...holderOfThisProcess('another'), ...change }, 1))

/** Waits until the holder of a folder has rewritten its lock several times. */
async function beats(directory: string, times: number): Promise<void> {
  for (let beat = 0; beat < times; beat++) {
    const before = readFileSync(lockFile(directory), 'utf8')
    await expect.poll(() => readFileSync(lockFile(directory), 'utf8'), { interval: 10 }).not.toBe(before)
  }
}

describe('the lock of a folder', () => {
  test('refuses a second holder and names the first', async () => {
    const directory = path.join(folder(), 'data')
    const lock = await lockDirectory(directory, { timing: QUICK })
    const refused = lockDirectory(directory, { timing: QUICK })
    await expect(refused).rejects.toThrow(DirectoryInUseError)
    await expect(refused).rejects.toThrow(`process ${process.pid}`)
    lock.release()
    const next = await lockDirectory(directory, { timing: QUICK })
    next.release()
  })

  test('waits for a holder that is about to release it', async () => {
    const directory = folder()
    const lock = await lockDirectory(directory, { timing: QUICK })
    const next = lockDirectory(directory, { timing: QUICK, waitMs: 60_000 })
    await beats(directory, 3)
    lock.release()
    const taken = await next
    taken.release()
  })

  test.each<[string, Partial<Holder>]>([
    ['ended', { pid: 2 ** 22 + 1 }],
    ['ended and left its pid to a younger process', { pid: process.ppid, startedAt: 'another start' }],
  ])('is taken over immediately from a process that %s', async (_, change) => {
    const directory = folder()
    hold(directory, change)
    const lock = await lockDirectory(directory, { timing: ENDLESS })
    expect(holder(directory).pid).toBe(process.pid)
    lock.release()
  })

  test.each<[string, () => string | Buffer]>([
    [
      'a process of another PID namespace without a beat',
      () => encodeHolder({ ...holderOfThisProcess('x'), pidNamespace: 'y' }, 1),
    ],
    ['a start that was cut off', () => '{"pid": 1'],
    [
      'a release without heartbeats whose process runs elsewhere',
      () => JSON.stringify({ pid: 2 ** 22 + 1, startedAt: '1' }),
    ],
  ])('is taken over after the lease from %s', async (_, content) => {
    const directory = folder()
    writeFileSync(lockFile(directory), content())
    const begun = performance.now()
    const lock = await lockDirectory(directory, { timing: SHORT })
    expect(performance.now() - begun).toBeGreaterThan(SHORT.leaseMs - 20)
    lock.release()
  })

  test('counts the time before the start if both processes share a clock', async () => {
    const directory = folder()
    const long = Number(process.hrtime.bigint() / 1_000_000n) - ENDLESS.leaseMs
    writeFileSync(lockFile(directory), encodeHolder({ ...holderOfThisProcess('x'), pidNamespace: 'y' }, 1, long))
    const lock = await lockDirectory(directory, { timing: ENDLESS })
    lock.release()
  })

  test('is acquired by one of several processes that start after a holder died', async () => {
    const directory = folder()
    hold(directory, { pid: 2 ** 22 + 1 })
    const starts = await Promise.allSettled(
      Array.from({ length: 4 }, () => lockDirectory(directory, { timing: { ...QUICK, settleMs: 100 } })),
    )
    const locks = starts.flatMap(start => (start.status === 'fulfilled' ? [start.value] : []))
    const refusals = starts.flatMap(start => (start.status === 'rejected' ? [start.reason] : []))
    expect(locks).toHaveLength(1)
    expect(refusals).toEqual(Array.from({ length: 3 }, () => expect.any(DirectoryInUseError)))
    locks[0]?.release()
  })

  test('refuses a running process of a release that wrote no heartbeats', async () => {
    const directory = folder()
    const { pid, startedAt } = holderOfThisProcess('')
    writeFileSync(lockFile(directory), JSON.stringify({ pid, startedAt }))
    await expect(lockDirectory(directory, { timing: QUICK })).rejects.toThrow(DirectoryInUseError)
  })
})

describe('a holder that lost its lock', () => {
  test('reaches no file by an earlier descriptor', async () => {
    const directory = folder()
    appendFileSync(path.join(directory, 'data'), 'before')
    appendFileSync(path.join(directory, 'data.hap-copy'), 'of a start that was killed')
    const late = openSync(path.join(directory, 'data'), 'a')
    hold(directory, { pidNamespace: null })
    const lock = await lockDirectory(directory, { timing: SHORT })
    writeSync(late, ' and late')
    closeSync(late)
    expect(readFileSync(path.join(directory, 'data'), 'utf8')).toBe('before')
    expect(readdirSync(directory).toSorted()).toEqual(['data', 'lock'])
    lock.release()
  })

  test.each<[string, (directory: string) => void]>([
    ['by another process', directory => hold(directory, { pid: 4711, host: 'elsewhere' })],
    ['by a start that was cut off', directory => writeFileSync(lockFile(directory), '')],
  ])('%s is refused every write, and does not change the lock', async (_, overtake) => {
    const directory = folder()
    const lost: LockLostError[] = []
    const lock = await lockDirectory(directory, { timing: QUICK, onLost: error => lost.push(error) })
    lock.assertHeld()
    overtake(directory)
    const content = readFileSync(lockFile(directory), 'utf8')
    await vi.waitFor(() => expect(() => lock.assertHeld()).toThrow(LockLostError), { timeout: 30_000 })
    lock.release()
    expect(readFileSync(lockFile(directory), 'utf8')).toBe(content)
    expect(lost).toHaveLength(1)
  })

  test('is notified without a write', async () => {
    const directory = folder()
    const onLost = vi.fn()
    await lockDirectory(directory, { timing: QUICK, onLost })
    hold(directory, {})
    await expect.poll(() => onLost.mock.calls.length).toBe(1)
  })
})

test('a released lock permits no write', async () => {
  const lock = await lockDirectory(folder(), { timing: QUICK })
  lock.release()
  expect(() => lock.assertHeld()).toThrow('was released')
})

test('the holder is notified when another process takes over the folder', async () => {
  const directory = folder()
  const lock = await lockDirectory(directory, { timing: QUICK, onLost: () => {} })
  const changed = vi.fn()
  watchHolder(directory, changed, 10)
  await beats(directory, 3)
  expect(changed).not.toHaveBeenCalled()
  hold(directory, {})
  await expect.poll(() => changed.mock.calls.length).toBe(1)
  lock.release()
})
