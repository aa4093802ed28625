import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import { LabelDiff } from '#components/hap/label-diff.tsx'
import { Button } from '#components/ui/button.tsx'
import { TextLink } from '#components/ui/links.tsx'
import { Arriving, Message, MessageHead } from '#components/ui/message.tsx'
import { type ChangedLine, changedLines, describeReplacement, preconditionsOf } from '#lib/hap/actions/diff.ts'
import type { EpochSpan } from '#lib/hap/audit/entry-change.ts'
import { actionVerb } from '#lib/hap/audit/target.ts'
import { epochOf } from '#lib/hap/lifecycle/change.ts'
import { type BindingRef, bindingKey } from '#lib/hap/pools/binding.ts'
import { paths } from '#lib/paths.ts'
import type { SeenBinding } from '#lib/services/actions/action-preview.ts'

import { changedBy } from '../actions.ts'
import styles from './act.module.css'
import type { Preview } from './action-form.ts'

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
          <MessageHead text={changedMessage(changes)}>
            {onSeen !== null && (
              <Button size="small" onClick={onSeen}>
                Continue with this
              </Button>
            )}
          </MessageHead>
          {changes.map(({ other, span, lines, message }) => (
            <Fragment key={other === null ? '' : `${other.kind} ${other.name}`}>
              {message !== null && <p>{message}</p>}
              {span && <ChangedBy binding={other ?? binding} span={span} />}
              {lines.length > 0 && (
                <LabelDiff {...(other && { object: `${other.kind} ${other.namespace}/${other.name}` })} lines={lines} />
              )}
            </Fragment>
          ))}
        </div>
      </Message>
    </Arriving>
  )
}

/** With several bindings, some writes may precede the conflict on another one. */
function changedMessage(changes: readonly ChangedBinding[]): string {
  if (changes.every(({ other }) => other === null))
    return 'The binding changed since you opened this dialog. Nothing was written, and your input is kept.'
  const subject = changes.length === 1 ? 'Another binding' : 'Bindings'
  return `${subject} of this account changed since you opened this dialog. Your input is kept.`
}

interface ChangedByProps {
  readonly binding: BindingRef
  readonly span: EpochSpan
}

/** The outcome may be recorded shortly after its change is visible. */
const REFETCH_MS = 1_000

/**
 * Author, action and reason of a change to a binding; renders nothing while the author is unknown.
 */
function ChangedBy({ binding, span }: ChangedByProps) {
  const { data } = useQuery({
    queryKey: ['changed-by', bindingKey(binding), span],
    queryFn: () => changedBy(binding, span).catch(() => null),
    enabled: span.to > span.from,
    refetchInterval: ({ state }) => (state.data?.length === 0 && state.dataUpdateCount < 3 ? REFETCH_MS : false),
    gcTime: 0,
  })
  if (span.to <= span.from) return <p>The change was made outside HAP.</p>
  return data?.map(({ seq, action, actor, role, reason, ticket }) => (
    <p key={seq}>
      <TextLink href={paths.auditEntry(seq)}>{actionVerb(action)}</TextLink> by {actor}
      {role !== null && `, ${role}`}
      {reason !== null && `: ${reason}`}
      {ticket !== null && ` (${ticket})`}
    </p>
  ))
}

/** The bindings that a person decides on, in the versions that were shown. */
export interface ReviewedBindings {
  /** The binding of the page. */
  readonly own: SeenBinding
  /** Other bindings of the account that the action changes too; null before the first preview. */
  readonly others: readonly { readonly binding: BindingRef; readonly now: SeenBinding }[] | null
}

/** What happened to one of the bindings since it was shown. */
interface ChangedBinding {
  /** Null = the binding of the page. */
  readonly other: BindingRef | null
  /** Epochs of the binding when shown and now; null unless both are known and of one object. */
  readonly span: EpochSpan | null
  readonly lines: readonly ChangedLine[]
  /** What the change means for the action, as a sentence; null when the lines alone explain it. */
  readonly message: string | null
}

/** The bindings as a preview shows them; null when the preview contains none. */
export function reviewedOf(preview: Preview): ReviewedBindings | null {
  if (!('now' in preview) || preview.now === null) return null
  return { own: preview.now, others: preview.status === 'planned' ? preview.others : null }
}

/** Lists the bindings that differ from the versions decided on. */
export function listConcurrentChanges(seen: ReviewedBindings, now: ReviewedBindings): readonly ChangedBinding[] {
  const own: ChangedBinding = { other: null, ...compareBinding('The binding', seen.own, now.own) }
  const all = [own, ...(seen.others && now.others ? listOtherChanges(seen.others, now.others) : [])]
  return all.filter(({ lines, message }) => lines.length > 0 || message !== null)
}

/** Compares the object as well: another one may have the same labels and annotations. */
function compareBinding(subject: string, seen: SeenBinding, now: SeenBinding): Omit<ChangedBinding, 'other'> {
  const replacement = describeReplacement(preconditionsOf(seen).seenIdentity, now)
  return {
    span: replacement === null ? { from: epochOf(seen), to: epochOf(now) } : null,
    lines: changedLines(seen, now),
    message: replacement && `${subject} ${replacement}.`,
  }
}

type Others = NonNullable<ReviewedBindings['others']>

function listOtherChanges(seen: Others, now: Others): readonly ChangedBinding[] {
  const find = (all: Others, key: string) => all.find(({ binding }) => bindingKey(binding) === key)
  const removed = seen.filter(({ binding }) => !find(now, bindingKey(binding)))
  return [
    ...now.map(({ binding, now: current }) => {
      const before = find(seen, bindingKey(binding))
      if (before) return { other: binding, ...compareBinding(binding.name, before.now, current) }
      const message = `${binding.name} refers to the same account and is now dirty too.`
      return { other: binding, span: null, lines: [], message }
    }),
    ...removed.map(({ binding }) => {
      const message = `${binding.name} is no longer a dirty binding of this account and will not be changed.`
      return { other: binding, span: null, lines: [], message }
    }),
  ]
}
