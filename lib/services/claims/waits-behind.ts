/** Kept with a claim that waits behind others; how many those are changes, and is said when it is read. */
export const WAITS_BEHIND = 'Waits: others came earlier for this pool.'

/** The same with the claim's place in the queue, from 1. */
export function waitsBehind(position: number): string {
  const ahead = position - 1
  if (ahead === 0) return 'Waits: it is the next for this pool.'
  return `Waits: ${ahead} ${ahead === 1 ? 'request' : 'requests'} came earlier for this pool.`
}

/** Kept with a claim that was about to get an account, and why it did not. */
export function waitsOn(why: string): string {
  return `Waits: it keeps its place. ${why}`
}
