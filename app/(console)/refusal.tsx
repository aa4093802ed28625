import type { ReactNode } from 'react'
import { TextLink } from '#components/ui/links.tsx'
import { Message } from '#components/ui/message.tsx'
import { VisuallyHidden } from '#components/ui/visually-hidden.tsx'
import { isSignInRequired, isSignInTooOld } from '#lib/auth/sign-in-time.ts'
import { paths } from '#lib/paths.ts'

interface RefusalProps {
  /** An alternative to signing in. */
  readonly action?: ReactNode
  /** Why the action failed, as sentences. */
  readonly children: string
}

/**
 * Why a form was refused, or cannot be sent. A sign-in opens in another tab unless `action`
 * replaces it, so that the form keeps its input for a retry.
 */
export function Refusal({ action, children }: RefusalProps) {
  const again = isSignInTooOld(children) && action === undefined
  return (
    <Message
      tone="danger"
      announce
      action={
        again || isSignInRequired(children) ? (
          <>
            <TextLink href={paths.signIn('/', { again })} target="_blank">
              Sign in{again && ' again'}
              <VisuallyHidden> (opens a new tab)</VisuallyHidden>
            </TextLink>
            {action}
          </>
        ) : (
          action
        )
      }
    >
      {children}
    </Message>
  )
}
