import { Button } from '#components/ui/button.tsx'
import { Message } from '#components/ui/message.tsx'
import { RelativeTime } from '#components/ui/relative-time.tsx'
import text from '#components/ui/text.module.css'
import { changeBetween, mergeMultiAccount, overlapping } from '#lib/hap/lifecycle/multi-account-change.ts'
import type { AllowlistDetail } from '#lib/queries/allowlist/allowlist-detail.ts'
import styles from './allowlist.module.css'
import { buildSettings, draftProblem, type Editing } from './draft.ts'
import { SettingsDiff } from './settings-diff.tsx'

interface ConflictNoticeProps {
  readonly answer: AllowlistDetail
  readonly editing: Editing
}

/**
 * Shows what others changed since the draft began next to what the draft changes.
 * Only the last choice, discarding the draft, loses changes.
 */
export function ConflictNotice({ answer, editing }: ConflictNoticeProps) {
  const { version, multiAccount, set, start } = answer
  const { edited, replace, discard } = editing
  const mine = buildSettings(edited.draft)
  const problem = draftProblem(edited.draft)
  const nameOf = (named: number) => (named === 0 ? start : `version ${named}`)
  const both = mine === null ? [] : overlapping(edited.base, mine, multiAccount)
  const applyMine = () => {
    if (mine !== null) replace(mergeMultiAccount(edited.base, mine, multiAccount), { version, base: multiAccount })
  }
  return (
    <Message tone="warn" announce>
      <div className={styles.conflict}>
        <p>
          <span className={text.strong}>
            {set === null ? `${start} was changed` : `Version ${version} was saved`} while you were editing
          </span>
          {set !== null && (
            <>
              , by {set.actor}, <RelativeTime at={set.at} />: “{set.reason}”
            </>
          )}
          . Your changes are not saved yet.
        </p>
        <div className={styles.versions}>
          <section>
            <h3 className={text.strong}>Changed by others since {nameOf(edited.version)}</h3>
            <SettingsDiff change={changeBetween(edited.base, multiAccount)} />
          </section>
          <section>
            <h3 className={text.strong}>Changed by you since {nameOf(edited.version)}</h3>
            {mine === null ? (
              <p className={text.muted}>{problem}</p>
            ) : (
              <SettingsDiff change={changeBetween(edited.base, mine)} />
            )}
          </section>
        </div>
        {both.length > 0 && (
          <p>
            Both changed <span className={text.mono}>{both.join(', ')}</span>. Rebasing your draft keeps your number.
          </p>
        )}
        <div className={text.row}>
          <Button disabledReason={problem} onClick={applyMine}>
            Rebase my draft on {nameOf(version)}
          </Button>
          <Button look="ghost" onClick={discard}>
            Discard my draft
          </Button>
        </div>
      </div>
    </Message>
  )
}
