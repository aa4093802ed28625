import { ApiError } from '#app/data/fetch-json.ts'
import { useHere } from '#components/address/use-parameter.ts'
import { Button } from '#components/ui/button.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { Message } from '#components/ui/message.tsx'
import { paths } from '#lib/paths.ts'
import type { FoundThings } from '#lib/queries/find-things.ts'
import styles from './palette-notice.module.css'

interface PaletteNoticeProps {
  readonly failure: Error | null
  readonly unread: FoundThings['unread']
  /** Whether nothing matches the input. */
  readonly none: boolean
  readonly onRetry: () => void
}

/** Explains why results are missing. */
export function PaletteNotice({ failure, unread, none, onRetry }: PaletteNoticeProps) {
  if (failure) return <Failure failure={failure} onRetry={onRetry} />
  if (unread.length > 0) {
    return (
      <div className={styles.notice}>
        <Message tone="warn">Not all {unread.join(' and ')} have been read yet, so some may be missing here.</Message>
      </div>
    )
  }
  return none && <p className={styles.none}>No name matches. The lists search other fields too.</p>
}

function Failure({ failure, onRetry }: Pick<PaletteNoticeProps, 'onRetry'> & { readonly failure: Error }) {
  const here = useHere()
  const status = failure instanceof ApiError ? failure.status : null
  return (
    <div className={styles.notice}>
      <Message
        tone="danger"
        announce
        action={
          status === 401 ? (
            <ButtonLink size="small" href={paths.signIn(here)}>
              Sign in
            </ButtonLink>
          ) : (
            <Button size="small" onClick={onRetry}>
              Try again
            </Button>
          )
        }
      >
        {status === 401
          ? 'You are signed out, so names are not searched.'
          : status === 0
            ? 'Names are not searched: the console is not responding.'
            : `Names are not searched. ${failure.message}`}
      </Message>
    </div>
  )
}
