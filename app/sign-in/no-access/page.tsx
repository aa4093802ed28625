import type { Metadata } from 'next'
import { Message } from '#components/ui/message.tsx'
import { paths } from '#lib/paths.ts'
import { runtime } from '#lib/runtime.ts'
import { OidcSignIn } from '../oidc-sign-in.tsx'
import styles from '../sign-in.module.css'
import { SignInFrame } from '../sign-in-frame.tsx'

export const metadata: Metadata = { title: 'No access' }

/** Shown after a successful authentication of a user whose groups have no role in this console. */
export default function NoAccess() {
  const { issuer, contact } = runtime().auth
  return (
    <SignInFrame>
      <section className={styles.choice} aria-labelledby="no-access">
        <h2 id="no-access" className={styles.subtitle}>
          You have no access here
        </h2>
        <p>
          You are signed in at {issuer?.settings.issuer.host ?? 'the identity provider'}, but none of your groups gives
          you a role in this console, so nothing of it is shown.
        </p>
        <Message tone="info">
          {contact === null
            ? 'Ask the people who run this console to add you to a group that has a role.'
            : `Ask for access: ${contact}.`}{' '}
          Then sign in again.
        </Message>
      </section>
      {issuer && (
        <OidcSignIn
          host={issuer.settings.issuer.host}
          returnTo={paths.overview()}
          anew
          label="Sign in again, or as somebody else"
        />
      )}
    </SignInFrame>
  )
}
