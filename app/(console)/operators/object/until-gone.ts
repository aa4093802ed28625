import type { Query, UseQueryOptions } from '@tanstack/react-query'
import { ApiError } from '#app/data/fetch-json.ts'

/** Whether an object is not there any more. */
export function isGone(error: Error | null): boolean {
  return error instanceof ApiError && error.status === 404
}

/** The query of an object that is asked no more once it is gone: nothing brings that very object back. */
export function untilGone<Detail, Key extends readonly unknown[]>(query: UseQueryOptions<Detail, Error, Detail, Key>) {
  return { ...query, enabled: ({ state }: Query<Detail, Error, Detail, Key>) => !isGone(state.error) }
}
