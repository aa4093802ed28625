/** `note`: works, with something to know. `skipped`: not checked, because another check failed. */
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
  /** What was found, in a sentence. */
  readonly says: string
  /** What to do about it; null where there is nothing to do. */
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
