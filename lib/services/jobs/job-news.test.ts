import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { StoreUnavailableError } from '#lib/store/database/store-errors.ts'
import type { Store } from '#lib/store/store.ts'
import { JobNews } from './job-news.ts'

let marks: Readonly<Record<string, string>> | Error
let asked: number
let failures: unknown[]
let news: JobNews

beforeEach(() => {
  vi.useFakeTimers()
  marks = {}
  asked = 0
  failures = []
  const $queryRaw = async () => {
    asked++
    if (marks instanceof Error) throw marks
    return Object.entries(marks).map(([id, mark]) => ({ id, mark }))
  }
  news = new JobNews({ db: { $queryRaw } } as unknown as Store, error => failures.push(error))
})

afterEach(() => {
  news.stop()
  vi.useRealTimers()
})

/** Notifications received from now on. */
function listen(): (readonly string[] | null)[] {
  const notifications: (readonly string[] | null)[] = []
  news.subscribe(ids => notifications.push(ids))
  return notifications
}

const look = () => vi.advanceTimersByTimeAsync(1_000)

test('notifies listeners of jobs that progressed, but not of earlier progress', async () => {
  marks = { a: '1', b: '1' }
  const notifications = [listen(), listen()]
  await look()
  marks = { a: '2', b: '1', c: '1' }
  await look()
  await look()
  expect(notifications).toEqual([[['a', 'c']], [['a', 'c']]])
})

test('reports all jobs once the database responds again', async () => {
  const notifications = listen()
  await look()
  marks = new StoreUnavailableError('The database is not responding.')
  await look()
  await look()
  expect(notifications).toEqual([])
  marks = {}
  await look()
  await look()
  expect(notifications).toEqual([null])
  expect(failures).toEqual([])
})

test('does not query the database without listeners', async () => {
  const leave = news.subscribe(() => {})
  await look()
  leave()
  const before = asked
  await vi.advanceTimersByTimeAsync(10_000)
  expect(asked).toBe(before)
})
