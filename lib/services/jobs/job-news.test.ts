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

/** What is heard from now on. */
function hear(): (readonly string[] | null)[] {
  const heard: (readonly string[] | null)[] = []
  news.subscribe(ids => heard.push(ids))
  return heard
}

const look = () => vi.advanceTimersByTimeAsync(1_000)

test('everybody hears of the jobs that came on, and nobody of what was so before', async () => {
  marks = { a: '1', b: '1' }
  const heard = [hear(), hear()]
  await look()
  marks = { a: '2', b: '1', c: '1' }
  await look()
  await look()
  expect(heard).toEqual([[['a', 'c']], [['a', 'c']]])
})

test('once the database answers again, all jobs may have come on', async () => {
  const heard = hear()
  await look()
  marks = new StoreUnavailableError('The database is not responding.')
  await look()
  await look()
  expect(heard).toEqual([])
  marks = {}
  await look()
  await look()
  expect(heard).toEqual([null])
  expect(failures).toEqual([])
})

test('the database is left alone while nobody listens', async () => {
  const leave = news.subscribe(() => {})
  await look()
  leave()
  const before = asked
  await vi.advanceTimersByTimeAsync(10_000)
  expect(asked).toBe(before)
})
