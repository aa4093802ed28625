import type { UseQueryResult } from '@tanstack/react-query'
import { Button } from '#components/ui/button.tsx'
import { Message, Strip } from '#components/ui/message.tsx'
import { useKeptError } from '#components/ui/use-kept-error.ts'

interface NotKnownProps {
  /** An indirect question: “Which claims wait”. */
  readonly what: string
  readonly query: Pick<UseQueryResult, 'data' | 'error' | 'refetch'>
  /** Full width, for a panel without padding. */
  readonly wide?: boolean
}

/** Explains a missing or outdated answer, because its absence would look like “none”. */
export function NotKnown({ what, query: { data, error, refetch }, wide = false }: NotKnownProps) {
  const failure = useKeptError(data, error)
  if (!failure) return null
  const Notice = wide ? Strip : Message
  return (
    <Notice
      tone="warn"
      action={
        <Button size="small" onClick={() => void refetch()}>
          Try again
        </Button>
      }
    >
      {what} is {data === undefined ? 'not known' : 'not read again'}. {failure.message}
    </Notice>
  )
}
