import type { ReactNode } from 'react'
import { Message } from '#components/ui/message.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { VisuallyHidden } from '#components/ui/visually-hidden.tsx'
import { asksToSignIn } from '#lib/auth/sign-in-words.ts'
import { paths } from '#lib/paths.ts'

interface RefusalProps {
  /** Another way out than signing in. */
  readonly action?: ReactNode
  /** Why something was not done, sentences. */
  readonly children: string
}

/** Why a form was not taken. Who has to sign in does that in another tab: what was typed here is kept, and can be sent again. */
export function Refusal({ action, children }: RefusalProps) {
  const signedOut = asksToSignIn(children)
  return (
    <Message
      tone="danger"
      announce
      action={
        signedOut ? (
          <>
            <TextLink href={paths.signIn()} target="_blank">
              Sign in<VisuallyHidden> (opens a new tab)</VisuallyHidden>
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
