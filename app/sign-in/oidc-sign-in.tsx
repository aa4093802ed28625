'use client'

import { signIn } from 'next-auth/react'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Message } from '#components/ui/message.tsx'
import styles from './sign-in.module.css'

interface OidcSignInProps {
  /** Host name of the identity provider. */
  readonly host: string
  readonly returnTo: string
  /** Requests a new authentication from the identity provider instead of its existing session. */
  readonly anew: boolean
  readonly label?: string
}

/** Button that starts the sign-in at the identity provider, which redirects back to the console. */
export function OidcSignIn({ host, returnTo, anew, label = 'Sign in' }: OidcSignInProps) {
  const [pending, setPending] = useState(false)
  const [failed, setFailed] = useState(false)
  const leave = async () => {
    setPending(true)
    setFailed(false)
    try {
      const callbackUrl = withFragment(returnTo)
      await signIn('oidc', { callbackUrl }, anew ? { prompt: 'login', max_age: '0' } : undefined)
    } catch {
      setFailed(true)
      setPending(false)
    }
  }
  return (
    <div className={styles.choice}>
      {failed && (
        <Message tone="danger" announce>
          Sign-in failed: unexpected response from the console. Try again in a moment.
        </Message>
      )}
      <Button
        look="primary"
        className={styles.issuer}
        disabledReason={pending ? `Redirecting to ${host}…` : null}
        onClick={() => void leave()}
      >
        {label}
      </Button>
      <p className={styles.note}>You will be redirected to {host} and back.</p>
    </div>
  )
}

/** Adds the fragment of the first page to a return target. Browsers keep it across redirects and never send it to a server. */
export function withFragment(returnTo: string): string {
  return returnTo.includes('#') ? returnTo : returnTo + window.location.hash
}
