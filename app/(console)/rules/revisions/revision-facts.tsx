import { Ticket } from '#components/hap/ticket.tsx'
import text from '#components/ui/text.module.css'
import type { RevisionRow } from '#lib/queries/rules/revisions.ts'
import { caseSummary, changeSummary } from './revision-words.ts'
import styles from './revisions.module.css'

/** Why a revision was published, and what it changed, in sentences. */
export function RevisionFacts({ revision }: { readonly revision: RevisionRow }) {
  const { reason, ticket, restores } = revision
  const cases = caseSummary(revision)
  return (
    <>
      <p className={styles.reason}>
        {reason}
        {ticket !== null && ticket !== '' && (
          <span className={text.muted}>
            {' '}
            (<Ticket ticket={ticket} />)
          </span>
        )}
      </p>
      <p className={text.muted}>
        {restores !== null && `The rules of revision ${restores} again. `}
        {changeSummary(revision)} {cases}
      </p>
    </>
  )
}
