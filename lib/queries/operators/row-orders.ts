import { compareText } from '#lib/hap/text/text.ts'
import type { Compare } from '../list-window.ts'
import { RESOURCE_STATES, type Standing } from './resource-state.ts'

/** Rows by a text; those without one stand first, where a list does not say otherwise. */
export function byText<Row>(textOf: (row: Row) => string | null | undefined): Compare<Row> {
  return (a, b) => compareText(textOf(a) ?? '', textOf(b) ?? '')
}

/** What wants to be looked at first, and of that what has been so for longest. */
export const byStanding: Compare<Standing> = (a, b) =>
  RESOURCE_STATES.indexOf(a.state) - RESOURCE_STATES.indexOf(b.state) || compareText(a.since, b.since)
