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
  readonly newerRules: NewerRules
  /** Changes of the draft since the rules it began with. */
  readonly mine: readonly RuleChange[]
}

/** Shows the changes of the newer revision beside those of the draft. Neither is lost. */
export function ConflictNotice({ newerRules: { number, by, changes }, mine }: ConflictNoticeProps) {
  return (
    <Message tone="warn" announce>
      <div className={styles.item}>
        {number === null ? (
          <p>The revision your draft is based on no longer exists: the database was restored. Nothing was published.</p>
        ) : (
          <p>
            <span className={text.strong}>Revision {number} was published while you were editing</span>
            {by && (
              <>
                , by {by.actor}, <RelativeTime at={by.at} />: “{by.reason}”
              </>
            )}
            . Your draft is not published. Close this dialog and continue from revision {number}.
          </p>
        )}
        <div className={styles.sides}>
          <section>
            <h3 className={text.strong}>Changed by others</h3>
            {changes === null ? (
              <p className={text.muted}>Loading…</p>
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

/** Rules that came into force after the base of a draft or dialog. */
export interface NewerRules {
  /** Null when the database was restored to a state before the base revision. */
  readonly number: number | null
  /** Author of the newer revision; null until it is loaded. */
  readonly by: { readonly actor: string; readonly at: string; readonly reason: string } | null
  /** Changes since the base revision; null until they are loaded. */
  readonly changes: readonly RuleChange[] | null
}

/** Returns the rules that came into force since revision `basedOn`; null if there are none. */
export function useNewerRules(basedOn: number, inForce: number): NewerRules | null {
  const { data } = useQuery({ ...revisionQuery(inForce, basedOn), enabled: inForce > basedOn })
  if (inForce === basedOn) return null
  if (inForce < basedOn) return { number: null, by: null, changes: [] }
  return { number: inForce, by: data ?? null, changes: data?.comparison.changes ?? null }
}

/** Builds the newer rules from the conflict that the server returned. */
export function buildNewerRules(
  { baseTexts, current }: Extract<PublishAnswer, { kind: 'conflict' }>,
  plans: Plans,
  semantics: Semantics,
): NewerRules {
  const [base, newer] = [baseTexts, current?.texts ?? []].map(texts => parsePublishedRules(texts, semantics))
  return { number: current?.number ?? null, by: current, changes: ruleChanges(base ?? [], newer ?? [], plans) }
}
