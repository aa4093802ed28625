'use client'

import type { Listed } from '#lib/queries/health.ts'
import { useLive } from './live-provider.tsx'

/** Why it is not known what there is. */
interface Unread {
  /** As a title, without a full stop. */
  readonly title: string
  /** Waiting does not help: a permission is missing. */
  readonly refused: boolean
  /** What went wrong, sentences; none while it is being read for the first time. */
  readonly messages: readonly string[]
}

/** The first of these that has not all been read; null when what is not there does not exist. */
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
