import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { JobLease } from '#lib/store/jobs/job-lease.ts'
import type { Store } from '#lib/store/store.ts'
import { LEASE_MS, renewLease } from './job-lease.ts'

const renewJob = vi.hoisted(() => vi.fn())
vi.mock('#lib/store/jobs/job-lease.ts', () => ({ renewJob }))

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const keep = () => renewLease({ db: {} } as Store, {} as JobLease, LEASE_MS)

test('a lease expires even while a renewal waits for the database', async () => {
  renewJob.mockImplementation(() => new Promise(() => {}))
  const { lost } = keep()
  await vi.advanceTimersByTimeAsync(LEASE_MS - 1)
  expect(lost.aborted).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(lost.aborted).toBe(true)
})

test('a renewed lease lasts until the renewal stops', async () => {
  renewJob.mockResolvedValue('held')
  const { lost, stop } = keep()
  await vi.advanceTimersByTimeAsync(3 * LEASE_MS)
  stop()
  await vi.advanceTimersByTimeAsync(3 * LEASE_MS)
  expect(lost.aborted).toBe(false)
})
