'use client'

import { signIn } from 'next-auth/react'
import { useState } from 'react'
import { getInitials } from '#components/shell/user-block.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { Message } from '#components/ui/message.tsx'
import type { DemoUser } from '#lib/auth/demo-users.ts'
import { parseSignInFailure, SIGN_IN_FAILURES } from '#lib/auth/oidc/sign-in-failure.ts'
import { withFragment } from './oidc-sign-in.tsx'
import styles from './sign-in.module.css'

interface DemoSignInProps {
  readonly users: readonly DemoUser[]
  readonly returnTo: string
  /** Whether the landscape is the embedded garden, which contains no real accounts. */
  readonly embedded: boolean
}

const NO_ANSWER = 'Sign-in failed: unexpected response from the console. Try again in a moment.'

/** Buttons that each sign in as a demo user. */
export function DemoSignIn({ users, returnTo, embedded }: DemoSignInProps) {
  const [pending, setPending] = useState<string | null>(null)
  const [failed, setFailed] = useState<string | null>(null)
  const enter = async (id: string) => {
    setPending(id)
    setFailed(null)
    const answer = await signIn('demo', { user: id, redirect: false }).catch(() => undefined)
    if (answer?.ok && !answer.error) return window.location.assign(withFragment(returnTo))
    setFailed(answer?.error ? SIGN_IN_FAILURES[parseSignInFailure(answer.error)] : NO_ANSWER)
    setPending(null)
  }
  return (
    <section className={styles.choice} aria-labelledby="demo-users">
      <h2 id="demo-users" className={styles.lead}>
        Sign in as a demo user
      </h2>
      {failed !== null && (
        <Message tone="danger" announce>
          {failed}
        </Message>
      )}
      <ul className={styles.users}>
        {users.map(({ id, name, role, may }) => (
          <li key={id}>
            <button
              type="button"
              className={styles.user}
              aria-disabled={pending !== null}
              onClick={() => pending === null && enter(id)}
            >
              <span className={styles.avatar} aria-hidden="true">
                {getInitials(name)}
              </span>
              <span className={styles.words}>
                <span className={styles.name}>
                  {name} <span className={styles.role}>{role}</span>
                </span>
                <span className={styles.may}>{pending === id ? 'Signing in' : may}</span>
              </span>
              <Icon name="chevron-right" />
            </button>
          </li>
        ))}
      </ul>
      {embedded ? (
        <p className={styles.note}>
          For trials: demo users need no password. They exist only in the embedded garden, and their changes stay there.
        </p>
      ) : (
        <Message tone="warn">
          This is a real landscape: anyone on this machine, or with a port forwarded to it, can sign in without a
          password. The console refuses to start this way at any other address.
        </Message>
      )}
    </section>
  )
}
