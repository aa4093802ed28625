import type { ReactNode } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Strip } from '#components/ui/message.tsx'

interface NotReadAgainProps {
  readonly error: Error
  readonly onRetry: () => void
  /** What the page shows instead, a sentence. */
  readonly children?: ReactNode
}

/** Above data that stays on the page although it could not be read again. */
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
