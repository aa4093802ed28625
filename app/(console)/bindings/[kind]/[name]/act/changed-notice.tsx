import { Fragment } from 'react'
import { LabelDiff } from '#components/hap/label-diff.tsx'
import { Arriving } from '#components/ui/arriving.tsx'
import { Button } from '#components/ui/button.tsx'
import { Message } from '#components/ui/message.tsx'
import type { BindingRef } from '#lib/hap/pools/binding.ts'
import { NoticeHead } from '../../../notice-head.tsx'
import styles from './act.module.css'
import { ChangedBy } from './changed-by.tsx'
import type { ChangedBinding } from './decided.ts'

interface ChangedNoticeProps {
  /** The binding of the page. */
  readonly binding: BindingRef
  readonly changes: readonly ChangedBinding[]
  /** Null when the action is no longer possible. */
  readonly onSeen: (() => void) | null
}

/** Shows concurrent changes to the bindings and lets the person decide on the new state. */
export function ChangedNotice({ binding, changes, onSeen }: ChangedNoticeProps) {
  return (
    <Arriving>
      <Message tone="warn" announce>
        <div className={styles.changed}>
          <NoticeHead words={wordsOf(changes)}>
            {onSeen !== null && (
              <Button size="small" onClick={onSeen}>
                Continue with this
              </Button>
            )}
          </NoticeHead>
          {changes.map(({ other, span, lines, words }) =>
            words === null ? (
              <Fragment key={other === null ? '' : `${other.kind} ${other.name}`}>
                {span && <ChangedBy binding={other ?? binding} span={span} />}
                <LabelDiff {...(other && { object: `${other.kind} ${other.namespace}/${other.name}` })} lines={lines} />
              </Fragment>
            ) : (
              <p key={words}>{words}</p>
            ),
          )}
        </div>
      </Message>
    </Arriving>
  )
}

/** With several bindings, some writes may precede the conflict on another one. */
function wordsOf(changes: readonly ChangedBinding[]): string {
  if (changes.every(({ other }) => other === null))
    return 'The binding changed in the meantime. Nothing was written, and your input is kept.'
  const subject = changes.length === 1 ? 'Another binding' : 'Bindings'
  return `${subject} of this account changed in the meantime. Your input is kept.`
}
