import { ANNOTATIONS } from '../pools/annotations.ts'
import type { PooledBinding } from '../pools/pooled-binding.ts'
import { counted } from './words.ts'

type WithHold = Pick<PooledBinding, 'binding' | 'holdEnd'>

/** What becomes of a hold that there was by the one that takes its place, in sentences. */
export function changedHold(before: WithHold, after: WithHold): string {
  const reason = before.binding.annotations[ANNOTATIONS.hold]
  const goes = reason ? ` The reason given now takes the place of “${reason}”.` : ''
  return `${shift(before.holdEnd, after.holdEnd)}${goes}`
}

/** `Infinity` = until somebody ends it. */
function shift(before: number | null, after: number | null): string {
  const [was, is] = [before ?? Number.POSITIVE_INFINITY, after ?? Number.POSITIVE_INFINITY]
  if (was === is) return 'The hold ends as before.'
  if (is === Number.POSITIVE_INFINITY) return 'The hold then no longer ends by itself.'
  if (was === Number.POSITIVE_INFINITY) return 'The hold then ends by itself, which it did not before.'
  return `The hold ends ${span(Math.abs(is - was))} ${is < was ? 'sooner' : 'later'}.`
}

const MINUTE = 60_000

/** In the largest unit of which there is more than one. */
function span(ms: number): string {
  const minutes = Math.max(1, Math.round(ms / MINUTE))
  if (minutes < 120) return counted(minutes, 'minute')
  const hours = Math.round(minutes / 60)
  return hours < 48 ? counted(hours, 'hour') : counted(Math.round(hours / 24), 'day')
}
