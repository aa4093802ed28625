import type { UseQueryResult } from '@tanstack/react-query'
import { Button } from '#components/ui/button.tsx'
import { Message } from '#components/ui/message.tsx'
import type { Queue } from '#lib/queries/queue/queues.ts'
import { useKeptError } from '../use-kept-error.ts'
import { WaitingPanel, type WaitingPanelProps } from './waiting-panel.tsx'

interface WaitingProps extends Pick<WaitingPanelProps, 'about'> {
  readonly query: Pick<UseQueryResult<Queue>, 'data' | 'error' | 'refetch'>
}

/** The claims that wait; that nobody knows whether some do is no reason to show none. */
export function Waiting({ query: { data, error, refetch }, about }: WaitingProps) {
  const failure = useKeptError(data, error)
  return (
    <>
      {failure && (
        <Message
          tone="warn"
          action={
            <Button size="small" onClick={() => void refetch()}>
              Try again
            </Button>
          }
        >
          Which claims wait is {data ? 'not read again' : 'not known'}. {failure.message}
        </Message>
      )}
      {data && <WaitingPanel queue={data} about={about} />}
    </>
  )
}
