import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { ApiError } from '#app/data/fetch-json.ts'
import { untilGone } from './until-gone.ts'

test.each([
  [404, 1],
  [503, 2],
])('after an answer with %s it was asked %s times when it is to be read again', async (status, times) => {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  let asked = 0
  const queryKey = ['operators/clusters/one', 'c-1'] as const
  const queryFn = () => {
    asked++
    return Promise.reject(new ApiError(status, 'No.'))
  }
  const observer = new QueryObserver(queries, untilGone<string, typeof queryKey>({ queryKey, queryFn }))
  const stop = observer.subscribe(() => {})
  await expect.poll(() => observer.getCurrentResult().status).toBe('error')
  await queries.invalidateQueries({ queryKey })
  expect(asked).toBe(times)
  stop()
})
