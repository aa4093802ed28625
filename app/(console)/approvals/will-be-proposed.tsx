import { Message } from '#components/ui/message.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { paths } from '#lib/paths.ts'

/** Explains in an action dialog that the action becomes a proposal. */
export function WillBeProposed() {
  return (
    <Message tone="info" icon="clock">
      This will be proposed, since it is dangerous: nothing is written until a second person approves it, within 24
      hours.
    </Message>
  )
}

/** Replaces that explanation where the same proposal already waits. */
export function IsProposed({ words }: { readonly words: string }) {
  return (
    <Message tone="warn" icon="clock" action={<TextLink href={paths.approvals()}>Open approvals</TextLink>}>
      {words}
    </Message>
  )
}
