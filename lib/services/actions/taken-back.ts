import { landingOf, type WriteTrace } from '#lib/garden/writes/write-trace.ts'
import type { Binding } from '#lib/hap/pools/binding.ts'

/** Id of the write that takes another one back, so that a binding tells of both. */
export function takeBackId(id: string): string {
  return `${id}.back`
}

/** Whether a binding tells that a write which had landed was taken back. */
export function isTakenBack(write: WriteTrace, now: Binding | null): boolean {
  return landingOf({ ...write, id: takeBackId(write.id) }, now) === 'landed'
}

/** What is said of it to whoever looks later. */
export const TAKEN_BACK = 'A cluster came at the same moment, so the change was taken back. The binding tells so.'
