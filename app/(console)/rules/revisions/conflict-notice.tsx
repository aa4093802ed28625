import { useQuery } from '@tanstack/react-query'
import { revisionQuery } from '#app/data/rules-queries.ts'
import { Message } from '#components/ui/message.tsx'
import { RelativeTime } from '#components/ui/relative-time.tsx'
import text from '#components/ui/text.module.css'
import { parsePublishedRules, type RuleChange, ruleChanges } from '#lib/hap/analysis/rule-changes.ts'
import type { Plans } from '#lib/hap/plans/plan.ts'
import type { Semantics } from '#lib/hap/semantics.ts'
import type { PublishAnswer } from './actions.ts'
import { RuleChangeList } from './revision-diff.tsx'
import styles from './revisions.module.css'

interface ConflictNoticeProps {
  readonly overtaking: Overtaking
  /** Since the rules the author began from. */
  readonly mine: readonly RuleChange[]
}

/** Both revisions beside each other: what was published meanwhile, and what was to be published. Neither is lost. */
export function ConflictNotice({ overtaking: { number, by, changes }, mine }: ConflictNoticeProps) {
  return (
    <Message tone="warn" announce>
      <div className={styles.item}>
        {number === null ? (
          <p>The revision you began from is gone: the database was put back. Nothing was published.</p>
        ) : (
          <p>
            <span className={text.strong}>Revision {number} was published in the meantime</span>
            {by && (
              <>
                , by {by.actor}, <RelativeTime at={by.at} />: “{by.reason}”
              </>
            )}
            . Yours is neither published nor lost: close this, and go on from revision {number}.
          </p>
        )}
        <div className={styles.sides}>
          <section>
            <h3 className={text.strong}>Changed by others</h3>
            {changes === null ? (
              <p className={text.muted}>Being read.</p>
            ) : (
              <RuleChangeList changes={changes} none="No rule." />
            )}
          </section>
          <section>
            <h3 className={text.strong}>Changed by you</h3>
            <RuleChangeList changes={mine} none="No rule." />
          </section>
        </div>
      </div>
    </Message>
  )
}

/** Rules that came into force while somebody looked at others. */
export interface Overtaking {
  /** Null where the database was put back to a state before the revision that was looked at. */
  readonly number: number | null
  /** Who published them; null until it is read. */
  readonly by: { readonly actor: string; readonly at: string; readonly reason: string } | null
  /** What they changed of the rules that were looked at; null until it is read. */
  readonly changes: readonly RuleChange[] | null
}

/** What came into force since a dialog was opened over revision `basedOn`, as the page hears of it; null for nothing. */
export function useOvertaking(basedOn: number, inForce: number): Overtaking | null {
  const { data } = useQuery({ ...revisionQuery(inForce, basedOn), enabled: inForce > basedOn })
  if (inForce === basedOn) return null
  if (inForce < basedOn) return { number: null, by: null, changes: [] }
  return { number: inForce, by: data ?? null, changes: data?.comparison.changes ?? null }
}

/** A refusal because somebody else was first, as what overtook the author. */
export function overtakingOf(
  { baseTexts, current }: Extract<PublishAnswer, { kind: 'conflict' }>,
  plans: Plans,
  semantics: Semantics,
): Overtaking {
  const [began, now] = [baseTexts, current?.texts ?? []].map(texts => parsePublishedRules(texts, semantics))
  return { number: current?.number ?? null, by: current, changes: ruleChanges(began ?? [], now ?? [], plans) }
}
