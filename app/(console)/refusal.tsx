import type { ReactNode } from 'react'
import { Message } from '#components/ui/message.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { VisuallyHidden } from '#components/ui/visually-hidden.tsx'
import { asksToSignIn, asksToSignInAgain } from '#lib/auth/sign-in-words.ts'
import { paths } from '#lib/paths.ts'

interface RefusalProps {
  /** Another way out than signing in. */
  readonly action?: ReactNode
  /** Why something was not done, sentences. */
  readonly children: string
}

/**
 * Why a form was not taken, or will not be. Who has to sign in, or to do so again, does that in another tab unless there is another way
 * out: what was typed here is kept, and can be sent again.
 */
export function Refusal({ action, children }: RefusalProps) {
  const again = asksToSignInAgain(children) && action === undefined
  return (
    <Message
      tone="danger"
      announce
      action={
        again || asksToSignIn(children) ? (
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
