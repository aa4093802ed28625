import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { Message } from '#components/ui/message.tsx'
import { DEMO_USERS, mayUseDemoUsers } from '#lib/auth/demo-users.ts'
import { parseSignInFailure, SIGN_IN_FAILURES } from '#lib/auth/oidc/sign-in-failure.ts'
import { currentUser, type User } from '#lib/auth/session.ts'
import { safeReturnTo } from '#lib/paths.ts'
import { runtime } from '#lib/runtime.ts'
import { StoreError } from '#lib/store/database/store-errors.ts'
import { DemoSignIn } from './demo-sign-in.tsx'
import { OidcSignIn } from './oidc-sign-in.tsx'
import { SignInFrame } from './sign-in-frame.tsx'

export const metadata: Metadata = { title: 'Sign in' }

interface SignInProps {
  readonly searchParams: Promise<{
    readonly returnTo?: string | string[]
    readonly error?: string | string[]
    readonly again?: string | string[]
  }>
}

/** Sign-in page, which returns to the page that redirected here. Redirects a signed-in user at once, unless an action requires a new sign-in. */
export default async function SignIn({ searchParams }: SignInProps) {
  const { returnTo, error, again } = await searchParams
  const target = safeReturnTo(typeof returnTo === 'string' ? returnTo : null)
  const { auth, landscape } = runtime()
  const offersDemo = mayUseDemoUsers(auth, await headers())
  const user = await userIfKnown()
  if (user && again === undefined && error === undefined) redirect(target)
  return (
    <SignInFrame>
      {user && again !== undefined && (
        <Message tone="info">Signed in as {user.name}. Sign in again to continue where you left off.</Message>
      )}
      {error !== undefined && <Message tone="danger">{SIGN_IN_FAILURES[parseSignInFailure(String(error))]}</Message>}
      {auth.issuer && <OidcSignIn host={auth.issuer.settings.issuer.host} returnTo={target} anew={user !== null} />}
      {offersDemo && <DemoSignIn users={DEMO_USERS} returnTo={target} embedded={landscape.embedded} />}
      {auth.issuer === null && auth.demoUsers && !offersDemo && error === undefined && (
        <Message tone="warn">{SIGN_IN_FAILURES.elsewhere}</Message>
      )}
      {auth.issuer === null && !auth.demoUsers && (
        <Message tone="warn">
          No sign-in is configured. An administrator must set an identity provider in HAP_OIDC_ISSUER. Demo users are
          available only with the embedded garden.
        </Message>
      )}
    </SignInFrame>
  )
}

/** Returns the session; null without one and while the database does not answer, when the sign-in itself reports the failure. */
async function userIfKnown(): Promise<User | null> {
  try {
    return await currentUser(runtime().auth)
  } catch (error) {
    if (error instanceof StoreError) return null
    throw error
  }
}
