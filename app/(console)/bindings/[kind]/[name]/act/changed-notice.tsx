import { LabelDiff } from '#components/hap/label-diff.tsx'
import { Button } from '#components/ui/button.tsx'
import { Message } from '#components/ui/message.tsx'
import styles from './act.module.css'
import type { ChangedBinding } from './decided.ts'

interface ChangedNoticeProps {
  readonly changes: readonly ChangedBinding[]
  /** Null where the action cannot be done any more. */
  readonly onSeen: (() => void) | null
}

/** Tells what somebody else did meanwhile, and lets the person decide anew. */
export function ChangedNotice({ changes, onSeen }: ChangedNoticeProps) {
  return (
    <Message tone="warn" announce>
      <div className={styles.changed}>
        <div className={styles.changedHead}>
          <p>{wordsOf(changes)}</p>
          {onSeen !== null && (
            <Button size="small" onClick={onSeen}>
              Continue with this
            </Button>
          )}
        </div>
        {changes.map(({ other, lines, words }) =>
          words === null ? (
            <LabelDiff
              key={other === null ? '' : `${other.kind} ${other.name}`}
              {...(other && { object: `${other.kind} ${other.namespace}/${other.name}` })}
              lines={lines}
            />
          ) : (
            <p key={words}>{words}</p>
          ),
        )}
      </div>
    </Message>
  )
}

/** Of several bindings some may have been written before another one turned out to have changed. */
function wordsOf(changes: readonly ChangedBinding[]): string {
  if (changes.every(({ other }) => other === null))
    return 'The binding changed in the meantime. Nothing was written, and your input is kept.'
  const subject = changes.length === 1 ? 'Another binding' : 'Bindings'
  return `${subject} of this account changed in the meantime. Your input is kept.`
}
