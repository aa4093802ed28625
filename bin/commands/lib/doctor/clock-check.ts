import { type Checkup, note, well, wrong } from './checkup.ts'

/** Seconds; the header that is compared has whole ones. */
const SOME_SKEW = 3

interface Clocks {
  /** Whose the other clock is, in words. */
  readonly whose: string
  /** Epoch milliseconds; NaN when the server sent no time. */
  readonly theirs: number
  readonly ours: number
  /** Skew in seconds from which something fails. */
  readonly much: number
}

/** Whether the clock here is that of a server, by the header `date` of its answer. */
export function clockCheck({ whose, theirs, ours, much }: Clocks): Checkup {
  if (Number.isNaN(theirs)) return note('clock', `${upper(whose)} tells no time.`, 'Compare it by hand.')
  // The header is cut to the second before.
  const seconds = Math.round((ours - theirs - 500) / 1_000)
  const off = Math.abs(seconds)
  const says = `The clock here is ${off} s ${seconds > 0 ? 'ahead of' : 'behind'} that of ${whose}.`
  const fix = 'Let time synchronisation (chrony, systemd-timesyncd) run on this machine and on the server.'
  if (off >= much) return wrong('clock', says, fix)
  return off < SOME_SKEW ? well('clock', `The clock here is that of ${whose}.`) : note('clock', says, fix)
}

function upper(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}
