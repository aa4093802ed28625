import { LabelDiff } from '#components/hap/label-diff.tsx'
import { Button } from '#components/ui/button.tsx'
import { Message } from '#components/ui/message.tsx'
import type { changedLines } from '#lib/hap/actions/changed-lines.ts'
import styles from './act.module.css'

interface ChangedNoticeProps {
  readonly lines: ReturnType<typeof changedLines>
  readonly onSeen: () => void
}

/** Tells what somebody else did meanwhile, and lets the person decide anew. */
export function ChangedNotice({ lines, onSeen }: ChangedNoticeProps) {
  return (
    <Message
      tone="warn"
      announce
      action={
        <Button size="small" onClick={onSeen}>
          Continue with this
        </Button>
      }
    >
      <div className={styles.changed}>
        <p>The binding changed in the meantime. Nothing was written, and your input is kept.</p>
        <LabelDiff lines={lines} />
      </div>
    </Message>
  )
}
