import { Ticket } from '#components/hap/ticket.tsx'
import text from '#components/ui/text.module.css'
import type { RevisionRow } from '#lib/queries/rules/revisions.ts'
import { formatCount, formatPlural } from '#lib/util/format.ts'
import styles from './revisions.module.css'

/** Shows why a revision was published and what it changed. */
export function RevisionFacts({ revision }: { readonly revision: RevisionRow }) {
  const { reason, ticket, restores } = revision
  const cases = formatCaseSummary(revision)
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
        {restores !== null && `Restores revision ${restores}. `}
        {formatChangeSummary(revision)} {cases}
      </p>
    </>
  )
}

/** Summarizes the changes of a revision: `1 rule added, 2 changed; 12 rules.` */
export function formatChangeSummary({ changed, rules }: Pick<RevisionRow, 'changed' | 'rules'>): string {
  const { added, removed, changed: others } = changed
  const counts = [
    added > 0 && `${formatCount(added)} added`,
    removed > 0 && `${formatCount(removed)} removed`,
    others > 0 && `${formatCount(others)} changed`,
  ].filter(Boolean)
  return `${counts.length === 0 ? 'No rule changes' : `Rules: ${counts.join(', ')}`}; ${formatPlural(rules, 'rule')}.`
}

/** Summarizes the results of the cases; null without cases. */
export function formatCaseSummary({
  cases: { passed, failed },
  overrideReason,
}: Pick<RevisionRow, 'cases' | 'overrideReason'>): string | null {
  if (passed + failed === 0) return null
  if (failed === 0) return `${formatPlural(passed, 'case')} passed.`
  return `${formatCount(failed)} of ${formatPlural(passed + failed, 'case')} failed, overridden: ${overrideReason ?? ''}`
}
