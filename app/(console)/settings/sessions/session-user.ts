import type { SessionView } from '#lib/queries/list-sessions.ts'

/** The user of a session as UserName shows them. */
export function userOf({ userName, userIssuer, userSubject }: SessionView) {
  return { name: userName, issuer: userIssuer, subject: userSubject }
}
