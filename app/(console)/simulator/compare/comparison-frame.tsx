import type { ReactNode } from 'react'
import { Button } from '#components/ui/button.tsx'
import { TextLink } from '#components/ui/links.tsx'
import { Message } from '#components/ui/message.tsx'
import { paths } from '#lib/paths.ts'
import styles from './compare.module.css'
import { type ComparisonChoice, hasEqualSides } from './comparison-choice.ts'

interface ComparisonFrameProps<View> {
  readonly choice: ComparisonChoice
  /** Whether both sides exist or may still appear: a draft is only known in the browser. */
  readonly available: boolean
  readonly answer: { readonly kind: 'compared'; readonly view: View } | Unreadable | undefined
  readonly error: Error | null
  /** Placeholder until the answer arrives. */
  readonly pending: ReactNode
  readonly onRetry: () => void
  readonly children: (view: View) => ReactNode
}

interface Unreadable {
  readonly kind: 'unreadable'
  readonly message: string
}

/** Shows a comparison, or why it is impossible. */
export function ComparisonFrame<View>(props: ComparisonFrameProps<View>) {
  return <div className={styles.frame}>{content(props)}</div>
}

function content<View>({
  choice,
  available,
  answer,
  error,
  pending,
  onRetry,
  children,
}: ComparisonFrameProps<View>): ReactNode {
  if (hasEqualSides(choice))
    return <Message tone="info">Both sides use the same rules. Choose other rules for one of them.</Message>
  if (!available) {
    return (
      <Message tone="warn" action={<TextLink href={paths.rules()}>Rules</TextLink>}>
        {choice.left === 'sent' || choice.right === 'sent'
          ? 'The draft from the link is no longer in this tab. Open the link again, or compare with other rules.'
          : 'No draft of the rules in this tab. Edit the rules on the Rules page, or compare with a revision.'}
      </Message>
    )
  }
  if (error) {
    return (
      <Message
        tone="danger"
        announce
        action={
          <Button size="small" onClick={onRetry}>
            Try again
          </Button>
        }
      >
        Not compared. {error.message}
      </Message>
    )
  }
  if (answer === undefined) return pending
  if (answer.kind === 'unreadable') return <Message tone="warn">{answer.message}</Message>
  return children(answer.view)
}
