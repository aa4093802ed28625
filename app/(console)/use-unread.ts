'use client'

import type { Listed } from '#lib/queries/health.ts'
import { useLive } from './live-provider.tsx'

/** Why the objects are unknown. */
interface Unread {
  /** A title without a full stop. */
  readonly title: string
  /** A permission is missing, so waiting does not help. */
  readonly refused: boolean
  /** Failures as sentences; empty during the first list. */
  readonly messages: readonly string[]
}

/**
 * The first of these sources that is not complete; null when all are, so that a missing object does
 * not exist.
 */
export function useUnread(...listed: readonly Listed[]): Unread | null {
  const { health } = useLive()
  const what = listed.find(each => health === null || health.unread.includes(each))
  if (what === undefined) return null
  const sources = health?.sources.filter(({ source }) => (source === 'Shoot') === (what === 'shoots')) ?? []
  const refused = sources.length > 0 && sources.every(({ phase }) => phase === 'refused')
  return {
    title: refused ? `The console may not read ${what}` : `No ${what} have been read yet`,
    refused,
    messages: [...new Set(sources.flatMap(({ message }) => message ?? []))],
  }
}
