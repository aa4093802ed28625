import { LabelDiff } from '#components/hap/label-diff.tsx'
import { Button } from '#components/ui/button.tsx'
import { TextLink } from '#components/ui/links.tsx'
import { Arriving, Message, MessageHead } from '#components/ui/message.tsx'
import text from '#components/ui/text.module.css'
import { describeReplacement } from '#lib/hap/actions/diff.ts'
import { accountKey } from '#lib/hap/pools/binding.ts'
import { paths } from '#lib/paths.ts'
import type { BulkPlan } from '#lib/queries/bindings/bulk-plan.ts'
import type { ChangedSinceSeen } from '#lib/services/jobs/seen-bindings.ts'
import { formatCount, formatPlural } from '#lib/util/format.ts'

import styles from './bulk.module.css'

interface ChangedTargetsNoticeProps {
  readonly moved: readonly ChangedTarget[]
  readonly onSeen: () => void
}

/** Number of bindings listed; a longer list is not read. */
const MAX_LISTED = 50

/** Shows concurrent changes to the selection and lets the person decide on the new state. */
export function ChangedTargetsNotice({ moved, onSeen }: ChangedTargetsNoticeProps) {
  const more = moved.length - MAX_LISTED
  return (
    <Arriving>
      <Message
        tone="warn"
        announce
        action={
          <Button size="small" onClick={onSeen}>
            Continue with this
          </Button>
        }
      >
        <p>{formatPlural(moved.length, 'binding')} changed since you opened this dialog. Your input is kept.</p>
        <ul className={styles.since} tabIndex={-1}>
          {moved.slice(0, MAX_LISTED).map(({ kind, name, message }) => (
            <li key={`${kind} ${name}`}>
              <span className={text.mono}>{name}</span> {message}
            </li>
          ))}
          {more > 0 && <li>and {formatCount(more)} more</li>}
        </ul>
      </Message>
    </Arriving>
  )
}

type Targets = readonly Pick<BulkPlan['targets'][number], 'kind' | 'name' | 'seenVersion' | 'uid' | 'account'>[]

/** A target that changed while its dialog was open. */
interface ChangedTarget {
  readonly kind: string
  readonly name: string
  /** What the change means for the action, as a sentence. */
  readonly message: string
}

/** Lists the targets of a plan that changed since the person decided. */
export function listChangedTargets(
  decided: Targets,
  { targets, leftOut }: Pick<BulkPlan, 'leftOut'> & { readonly targets: Targets },
) {
  const before = new Map(decided.map(each => [nameOf(each), each]))
  const moved: ChangedTarget[] = leftOut
    .filter(each => before.has(nameOf(each)))
    .map(({ kind, name, reason }) => ({ kind, name, message: `is now skipped. ${reason}` }))
  for (const target of targets) {
    const { kind, name } = target
    const known = before.get(nameOf(target))
    if (known === undefined) moved.push({ kind, name, message: 'now allows the action.' })
    else if (known.seenVersion !== target.seenVersion || known.uid !== target.uid) {
      const seen = { uid: known.uid, account: accountKey(known.account) }
      const change = describeReplacement(seen, target) ?? 'changed'
      moved.push({ kind, name, message: `${change} but still allows the action.` })
    }
  }
  return moved
}

function nameOf({ kind, name }: { readonly kind: string; readonly name: string }): string {
  return `${kind} ${name}`
}

interface ChangedSinceJobNoticeProps {
  readonly since: readonly ChangedSinceSeen[]
  readonly onSeen: () => void
  /** Excludes the changed targets; null when none would remain. */
  readonly onLeaveOut: (() => void) | null
}

/**
 * Shows changes to the targets since an earlier job and lets the person decide on the new state.
 */
export function ChangedSinceJobNotice({ since, onSeen, onLeaveOut }: ChangedSinceJobNoticeProps) {
  const more = since.length - MAX_LISTED
  return (
    <Arriving>
      <Message tone="warn">
        <MessageHead
          text={`${formatPlural(since.length, 'binding')} changed since the earlier job was started. Review the changes, then retry.`}
        >
          {onLeaveOut && (
            <Button size="small" onClick={onLeaveOut}>
              Skip {since.length === 1 ? 'it' : 'them'}
            </Button>
          )}
          <Button size="small" onClick={onSeen}>
            Continue with this
          </Button>
        </MessageHead>
        <section className={styles.since} aria-label="Changes" tabIndex={-1}>
          {since.slice(0, MAX_LISTED).map(each => (
            <ChangedSinceJob key={`${each.kind} ${each.name}`} {...each} />
          ))}
          {more > 0 && <p>and {formatCount(more)} more</p>}
        </section>
      </Message>
    </Arriving>
  )
}

function ChangedSinceJob({ kind, name, version, lines, replacement }: ChangedSinceSeen) {
  if (lines !== null && lines.length > 0)
    return (
      <>
        {replacement !== null && (
          <p>
            {name} {replacement}.
          </p>
        )}
        <LabelDiff object={`${kind} ${name}`} version={version} lines={lines} />
      </>
    )
  return (
    <p>
      <TextLink href={paths.binding({ kind, name })} target="_blank">
        {name}
      </TextLink>{' '}
      {replacement === null ? `is now at version ${version}.` : `${replacement}, at version ${version}.`}{' '}
      {lines === null ? 'Its previous state is unknown.' : sameLabelsMessage(replacement)}
    </p>
  )
}

function sameLabelsMessage(replacement: string | null): string {
  const same = 'Its labels are unchanged'
  return replacement === null
    ? `${same}, but it may be a new object of the same name: the job has no record of the old one.`
    : `${same}.`
}
