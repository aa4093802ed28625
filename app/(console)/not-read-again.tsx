import type { ReactNode } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Strip } from '#components/ui/message.tsx'

interface NotReadAgainProps {
  readonly error: Error
  readonly onRetry: () => void
  /** What the page shows instead, as a sentence. */
  readonly children?: ReactNode
}

/** Warns above data that stays on the page after a failed refresh. */
export function NotReadAgain({ error, onRetry, children }: NotReadAgainProps) {
  return (
    <Strip
      tone="danger"
      announce
      action={
        <Button size="small" onClick={onRetry}>
          Try again
        </Button>
      }
    >
      Not refreshed: {error.message} {children}
    </Strip>
  )
}
