import { TextLink } from '#components/ui/text-link.tsx'
import { asksToSignInAgain } from '#lib/auth/sign-in-words.ts'
import { paths } from '#lib/paths.ts'
import { Refusal } from '../../refusal.tsx'

interface ActRefusalProps {
  /** Where the dialog is, to come back to it after another sign-in. */
  readonly href: string
  /** Sentences. */
  readonly children: string
}

/** Why something was not done. Who signed in too long ago does that again, and comes back to the dialog with what was typed. */
export function ActRefusal({ href, children }: ActRefusalProps) {
  if (!asksToSignInAgain(children)) return <Refusal>{children}</Refusal>
  return (
    <Refusal action={<TextLink href={paths.signIn(href, { again: true })}>Sign in again</TextLink>}>{children}</Refusal>
  )
}
