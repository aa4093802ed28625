import type { Metadata } from 'next'
import { Message } from '#components/ui/message.tsx'
import { NO_ROLE_REASONS, type NoRoleReason } from '#lib/auth/oidc/groups-claim.ts'
import { paths } from '#lib/paths.ts'
import { runtime } from '#lib/runtime.ts'
import { OidcSignIn } from '../oidc-sign-in.tsx'
import styles from '../sign-in.module.css'
import { SignInFrame } from '../sign-in-frame.tsx'

export const metadata: Metadata = { title: 'No access' }

/** Why a user has no role, as a sentence about the provider at `host`, and what an administrator has to change. */
const REASONS: Readonly<Record<NoRoleReason, (host: string, claim: string) => string>> = {
  absent: (host, claim) =>
    `No claim “${claim}” came from ${host}, so your groups are unknown. An administrator has to configure ${host} to send it, or set HAP_OIDC_GROUPS_CLAIM to the claim with the groups.`,
  elsewhere: (host, claim) =>
    `You are in more groups than ${host} sends, so it sent a reference in place of the claim “${claim}”. An administrator has to limit the claim to the groups that are assigned to this application.`,
  unreadable: (host, claim) =>
    `The claim “${claim}” of ${host} is no list of group names. An administrator has to correct its mapping there.`,
  'no-role': () => 'None of your groups has a role in this console.',
}

interface NoAccessProps {
  readonly searchParams: Promise<{ readonly reason?: string | readonly string[] }>
}

/** Shown after a successful authentication of a user whose groups have no role in this console. */
export default async function NoAccess({ searchParams }: NoAccessProps) {
  const { issuer, contact } = runtime().auth
  const { reason: given } = await searchParams
  const reason = NO_ROLE_REASONS.find(each => each === given) ?? 'no-role'
  const host = issuer?.settings.issuer.host ?? 'the identity provider'
  return (
    <SignInFrame>
      <section className={styles.choice} aria-labelledby="no-access">
        <h2 id="no-access" className={styles.subtitle}>
          You have no access here
        </h2>
        <p>
          You are signed in at {host}. {REASONS[reason](host, issuer?.settings.claims.groups ?? 'groups')}
        </p>
        <Message tone="info">
          {contact === null ? 'Ask the administrators of this console for access.' : `Ask for access: ${contact}.`} Then
          sign in again.
        </Message>
      </section>
      {issuer && (
        <OidcSignIn
          host={issuer.settings.issuer.host}
          returnTo={paths.overview()}
          anew
          label="Sign in again, or as another user"
        />
      )}
    </SignInFrame>
  )
}
