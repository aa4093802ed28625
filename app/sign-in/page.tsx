import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { Mark } from '#components/shell/mark.tsx'
import { Message } from '#components/ui/message.tsx'
import { DEMO_USERS } from '#lib/auth/demo-users.ts'
import { currentUser } from '#lib/auth/session.ts'
import { safeReturnTo } from '#lib/paths.ts'
import { runtime } from '#lib/runtime.ts'
import { DemoSignIn } from './demo-sign-in.tsx'
import styles from './sign-in.module.css'

export const metadata: Metadata = { title: 'Sign in' }

interface SignInProps {
  readonly searchParams: Promise<{
    readonly returnTo?: string | string[]
    readonly error?: string | string[]
    readonly again?: string | string[]
  }>
}

/** Who comes from a page goes back to it. Somebody who is signed in passes through, unless something needs another sign-in. */
export default async function SignIn({ searchParams }: SignInProps) {
  const { returnTo, error, again } = await searchParams
  const target = safeReturnTo(typeof returnTo === 'string' ? returnTo : null)
  const { auth, landscape } = runtime()
  const user = await currentUser(auth)
  if (user && again === undefined) redirect(target)
  return (
    <main className={styles.page}>
      <div className={styles.card}>
        <div className={styles.brand}>
          <Mark size={28} />
          <div>
            <h1 className={styles.title}>HAP Console</h1>
            <p className={styles.place}>
              {landscape.name}, {landscape.namespace}
            </p>
          </div>
        </div>
        {user && (
          <Message tone="info">Signed in as {user.name}. Sign in again to go on with what you were doing.</Message>
        )}
        {error !== undefined && (
          <Message tone="danger">Not signed in. Your user is unknown here or has no role.</Message>
        )}
        {auth.providers.some(provider => provider.type === 'credentials') ? (
          <DemoSignIn users={DEMO_USERS} returnTo={target} embedded={landscape.embedded} />
        ) : (
          <Message tone="warn">
            No way to sign in is set up. The demo users are offered with the embedded garden only, or with
            HAP_DEMO_USERS=on.
          </Message>
        )}
      </div>
    </main>
  )
}
