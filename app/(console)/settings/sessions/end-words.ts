import type { SessionView } from '#lib/queries/list-sessions.ts'

const WORDS: Readonly<Record<string, string>> = {
  'signed-out': 'Signed out',
  replaced: 'Signed in anew',
  idle: 'Not used for too long',
  'too-old': 'Reached its longest time',
  ended: 'Ended',
  'no-role': 'Left every group with a role',
  issuer: 'Ended by the identity provider',
  crowded: 'Too many sessions of this user',
}

/** Label for why a session ended, and who ended it. */
export function endWords({ endReason, endedBy }: Pick<SessionView, 'endReason' | 'endedBy'>): string {
  const words = (endReason !== null && WORDS[endReason]) || 'Ended'
  return endedBy === null ? words : `${words} by ${endedBy}`
}
