import { LabelDiff } from '#components/hap/label-diff.tsx'
import { Arriving } from '#components/ui/arriving.tsx'
import { Button } from '#components/ui/button.tsx'
import { Message } from '#components/ui/message.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { paths } from '#lib/paths.ts'
import type { ChangedSinceSeen } from '#lib/services/jobs/seen-bindings.ts'
import { formatCount, formatPlural } from '#lib/util/format.ts'
import { NoticeHead } from '../notice-head.tsx'
import styles from './bulk.module.css'

interface SinceNoticeProps {
  readonly since: readonly ChangedSinceSeen[]
  readonly onSeen: () => void
  /** Excludes the changed targets; null when none would remain. */
  readonly onLeaveOut: (() => void) | null
}

/** Number of bindings listed; more are not reviewed one by one. */
const SHOWN = 50

/**
 * Shows changes to the targets since an earlier job and lets the person decide on the new state.
 */
export function SinceNotice({ since, onSeen, onLeaveOut }: SinceNoticeProps) {
  const more = since.length - SHOWN
  return (
    <Arriving>
      <Message tone="warn">
        <NoticeHead
          words={`${formatPlural(since.length, 'binding')} changed since the earlier job was started. Look at what changed, then decide again.`}
        >
          {onLeaveOut && (
            <Button size="small" onClick={onLeaveOut}>
              Leave {since.length === 1 ? 'it' : 'them'} out
            </Button>
          )}
          <Button size="small" onClick={onSeen}>
            Continue with this
          </Button>
        </NoticeHead>
        <section className={styles.since} aria-label="What changed" tabIndex={-1}>
          {since.slice(0, SHOWN).map(each => (
            <Changed key={`${each.kind} ${each.name}`} {...each} />
          ))}
          {more > 0 && <p>and {formatCount(more)} more</p>}
        </section>
      </Message>
    </Arriving>
  )
}

function Changed({ kind, name, version, lines }: ChangedSinceSeen) {
  if (lines !== null && lines.length > 0)
    return <LabelDiff object={`${kind} ${name}`} version={version} lines={lines} />
  return (
    <p>
      <TextLink href={paths.binding({ kind, name })} target="_blank">
        {name}
      </TextLink>{' '}
      is at version {version} now.{' '}
      {lines === null
        ? 'What was seen of it before is not known.'
        : 'Its labels are as they were, but it may be another object: it was recreated, or the job does not know which one it was.'}
    </p>
  )
}
