/** `note`: works, with a remark. `skipped`: not checked, because another check failed. */
export type Verdict = 'well' | 'note' | 'wrong' | 'skipped'

/** The result of one check. */
export interface Checkup {
  readonly subject:
    | 'settings'
    | 'address'
    | 'sign-in'
    | 'database'
    | 'Gardener'
    | 'control plane'
    | 'permissions'
    | 'clock'
    | 'rules'
  readonly verdict: Verdict
  /** The finding as a sentence. */
  readonly says: string
  /** What to do; null without a problem. */
  readonly fix: string | null
}

type Subject = Checkup['subject']

export const well = (subject: Subject, says: string): Checkup => ({ subject, verdict: 'well', says, fix: null })

export const note = (subject: Subject, says: string, fix: string): Checkup => ({ subject, verdict: 'note', says, fix })

export const wrong = (subject: Subject, says: string, fix: string): Checkup => ({
  subject,
  verdict: 'wrong',
  says,
  fix,
})

export const skipped = (subject: Subject, says: string): Checkup => ({ subject, verdict: 'skipped', says, fix: null })

/** Seconds: the compared header has a resolution of one second. */
const SOME_SKEW = 3

interface Clocks {
  /** Name of the server for the message. */
  readonly whose: string
  /** Epoch milliseconds; NaN when the server sent no time. */
  readonly theirs: number
  readonly ours: number
  /** Skew in seconds from which something fails. */
  readonly much: number
}

/** Compares the local clock with the header `date` of a server. */
export function clockCheck({ whose, theirs, ours, much }: Clocks): Checkup {
  if (Number.isNaN(theirs)) return note('clock', `${upper(whose)} sends no time.`, 'Compare the clocks manually.')
  // The header is rounded down to the second.
  const seconds = Math.round((ours - theirs - 500) / 1_000)
  const off = Math.abs(seconds)
  const says = `The clock of this machine is ${off} s ${seconds > 0 ? 'ahead of' : 'behind'} that of ${whose}.`
  const fix = 'Run time synchronisation (chrony, systemd-timesyncd) on this machine and on the server.'
  if (off >= much) return wrong('clock', says, fix)
  return off < SOME_SKEW
    ? well('clock', `The clock of this machine matches that of ${whose}.`)
    : note('clock', says, fix)
}

function upper(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}
