import { Message } from '#components/ui/message.tsx'

/** Said in a dialog that proposes instead of acting. */
export function WillBeProposed() {
  return (
    <Message tone="info" icon="clock">
      This will be proposed, since it is dangerous: nothing is written until a second person approves it, within 24
      hours.
    </Message>
  )
}
