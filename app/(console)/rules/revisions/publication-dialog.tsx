import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { driftQuery } from '#app/data/rules-queries.ts'
import { Button } from '#components/ui/button.tsx'
import { Checkbox } from '#components/ui/checkbox.tsx'
import { FormDialog } from '#components/ui/form-dialog.tsx'
import { Message } from '#components/ui/message.tsx'
import text from '#components/ui/text.module.css'
import { TextArea } from '#components/ui/text-field.tsx'
import type { RuleChange } from '#lib/hap/analysis/rule-changes.ts'
import type { CaseResult } from '#lib/hap/cases/run-cases.ts'
import type { ImpactSummary } from '#lib/hap/impact/impact.ts'
import { ESTIMATE_MESSAGE } from '#lib/hap/selection/decision.ts'
import { formatPlural } from '#lib/util/format.ts'
import type { Person } from '../../person.ts'
import { missingReason, ReasonFields } from '../../reason-fields.tsx'
import { Refusal } from '../../refusal.tsx'
import { CaseText } from '../cases/case-text.tsx'
import { ImpactList } from '../impact/impact-list.tsx'
import type { ImpactSummaryState } from '../impact/use-impact.ts'
import type { PublishAnswer } from './actions.ts'
import { ConflictNotice, type NewerRules } from './conflict-notice.tsx'
import { formatKeepers } from './drift-messages.ts'
import { RuleChangeList } from './revision-diff.tsx'
import styles from './revisions.module.css'

/** What the author enters, with the failing cases the dialog showed. */
interface PublicationForm {
  readonly reason: string
  readonly ticket: string | null
  readonly overrideReason: string | null
  /** Names of the failing cases that the dialog showed. */
  readonly overridden: readonly string[]
}

type Conflict = Extract<PublishAnswer, { kind: 'conflict' }>

interface PublicationDialogProps {
  readonly title: string
  readonly verb: string
  readonly person: Person
  /** Difference to the rules in force. */
  readonly changes: readonly RuleChange[]
  /** Impact of the publication on clusters. */
  readonly impact: ImpactSummaryState
  /** Sentences about pinned cases that are removed or weakened; empty if there are none. */
  readonly lostCases: string
  /** Cases that fail under the new rules, as far as the page knows. */
  readonly failing: readonly CaseResult[]
  /** Rules that came into force since the dialog opened; null if there are none. */
  readonly newerRules: NewerRules | null
  /** Builds the newer rules from a conflict. */
  readonly newerRulesOf: (conflict: Conflict) => NewerRules
  readonly publish: (form: PublicationForm) => Promise<PublishAnswer>
  readonly onPublished: (answer: Extract<PublishAnswer, { kind: 'published' }>) => Promise<void>
  /** Refreshes the rules after a conflict. */
  readonly onConflict: () => Promise<void>
  readonly onClose: () => void
}

/** Shows changes and impact, asks for a reason, and publishes. Input survives every failure. */
export function PublicationDialog(props: PublicationDialogProps) {
  const { title, verb, person, changes, impact, lostCases, publish, onPublished, onConflict, onClose } = props
  const [reason, setReason] = useState('')
  const [ticket, setTicket] = useState('')
  const [override, setOverride] = useState('')
  const [failing, setFailing] = useState(props.failing)
  const [refused, setRefused] = useState<NewerRules | null>(null)
  const [unanswered, setUnanswered] = useState(false)
  const [waived, setWaived] = useState(false)
  const [writing, setWriting] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const drift = useQuery(driftQuery()).data?.drift
  const fails = failing.length > 0
  // While the answer is pending or lost, the newer rules may be this very publication.
  const newerRules = refused ?? (writing || unanswered ? null : props.newerRules)
  const missing = {
    reason: missingReason(reason),
    override: fails ? overrideDisabledReason(override) : null,
    impact: impactDisabledReason(impact, waived),
  }
  const disabledReason = writing
    ? 'Publishing…'
    : newerRules !== null
      ? formatNewerRules(newerRules)
      : (missing.reason ?? missing.override ?? missing.impact)

  const submit = async () => {
    setWriting(true)
    setProblem(null)
    const form = {
      reason: reason.trim(),
      ticket: ticket.trim() || null,
      overrideReason: fails ? override.trim() : null,
      overridden: failing.map(({ name }) => name),
    }
    const answer = await publish(form)
    if (answer.kind === 'published') return onPublished(answer)
    if (answer.kind === 'conflict') {
      setRefused(props.newerRulesOf(answer))
      await onConflict()
    }
    if (answer.kind === 'failing') setFailing(answer.cases)
    setUnanswered(isUnanswered(answer))
    setWriting(false)
    setProblem(describeProblem(answer))
  }
  return (
    <FormDialog
      title={title}
      description="The rules take effect immediately. Existing assignments do not change."
      note={
        <>
          Will be recorded as {person.name} ({person.role})
          {!writing && newerRules === null && <MissingFields {...missing} />}
        </>
      }
      verb={verb}
      danger={fails}
      disabledReason={disabledReason}
      busy={writing}
      touched={reason !== '' || ticket !== '' || override !== ''}
      onSubmit={submit}
      onClose={onClose}
    >
      {newerRules !== null && <ConflictNotice newerRules={newerRules} mine={changes} />}
      {problem !== null && <Refusal>{problem}</Refusal>}
      {newerRules === null && (
        <>
          <RuleChangeList changes={changes} none="No rule changes; only the text or the pinned cases change." />
          <ImpactPreview impact={impact} waived={waived} onWaive={setWaived} />
          {drift && formatKeepers(drift) !== null && <Message tone="warn">{formatKeepers(drift)}</Message>}
          {lostCases !== '' && <Message tone="warn">{lostCases} They are no longer required to pass.</Message>}
          {fails && (
            <Message tone="danger">
              {`${formatPlural(failing.length, 'pinned case')} would fail with these rules.`}
              <FailingCases cases={failing} />
            </Message>
          )}
        </>
      )}
      <ReasonFields
        reason={reason}
        ticket={ticket}
        help="Reason and ticket are stored with the revision and in the audit log"
        onReason={setReason}
        onTicket={setTicket}
      />
      {fails && (
        <TextArea label="Why publish despite failing cases?" required value={override} onChange={setOverride} />
      )}
    </FormDialog>
  )
}

function overrideDisabledReason(reason: string): string | null {
  return missingReason(reason) === null ? null : 'Explain why to publish despite failing cases, or fix the rules.'
}

function formatNewerRules({ number }: NewerRules): string {
  const what = number === null ? 'New rules were published' : `Revision ${number} was published while you were editing`
  return `${what}. Close this dialog and continue from there.`
}

/** Whether the connection failed before an answer, so that the rules may have been published. */
const isUnanswered = (answer: PublishAnswer) => answer.kind === 'no-answer' && answer.status === 0

function describeProblem(answer: PublishAnswer): string | null {
  if (isUnanswered(answer))
    return 'The console did not respond, so the rules may or may not have been published. It is safe to publish again: no second revision is created.'
  if (answer.kind === 'invalid') return answer.problems.join(' ')
  if (answer.kind === 'failing') return 'More cases fail with these rules than were shown. Nothing was published.'
  return answer.kind === 'no-answer' ? `${answer.reason} Your input is kept.` : null
}

const MAX_SHOWN_CASES = 10

/** Lists failing cases with expected and actual result. */
function FailingCases({ cases }: { readonly cases: readonly CaseResult[] }) {
  return (
    <ul className={styles.lines}>
      {cases.slice(0, MAX_SHOWN_CASES).map(({ name, expected, actual }) => (
        <li key={name}>
          <span className={text.strong}>{name}</span>: expected <CaseText text={expected} />, gets{' '}
          <CaseText text={actual} />
        </li>
      ))}
      {cases.length > MAX_SHOWN_CASES && <li>and {formatPlural(cases.length - MAX_SHOWN_CASES, 'more case')}</li>}
    </ul>
  )
}

interface MissingFieldsProps {
  /** Why each field is incomplete; null for a complete field. */
  readonly reason: string | null
  readonly override: string | null
  readonly impact: string | null
}

/** Stands beside the button, because an incomplete field may be scrolled out of view. */
function MissingFields({ reason, override, impact }: MissingFieldsProps) {
  const parts = [
    reason !== null && 'a reason',
    override !== null && 'justification',
    impact !== null && 'impact on clusters',
  ].filter(part => part !== false)
  if (parts.length === 0) return null
  return (
    <>
      . <span className={text.strong}>Missing: {parts.join(', ')}</span>
    </>
  )
}

interface ImpactPreviewProps {
  readonly impact: ImpactSummaryState
  /** Whether the author accepts to publish without a preview. */
  readonly waived: boolean
  readonly onWaive: (waived: boolean) => void
}

/**
 * Previews the impact of a publication on clusters. When the preview fails, the author may waive
 * it.
 */
export function ImpactPreview({ impact, waived, onWaive }: ImpactPreviewProps) {
  if (impact.kind === 'computing')
    return (
      <p className={text.muted} role="status">
        Computing the impact on clusters…
      </p>
    )
  if (impact.kind === 'failed')
    return (
      <>
        <Message
          tone="warn"
          announce
          action={
            <Button size="small" onClick={impact.retry}>
              Compute again
            </Button>
          }
        >
          The impact on clusters is unknown. {impact.reason}
        </Message>
        <Checkbox
          label="Publish without knowing the impact on clusters"
          checked={waived}
          onChange={checked => onWaive(checked)}
        />
      </>
    )
  const emptyPool = emptyPoolWarning(impact.summary)
  return (
    <>
      {impact.partial && (
        <Message tone="warn">
          The database is not responding. Clusters known only to the database are not counted.
        </Message>
      )}
      {emptyPool !== null && <Message tone="warn">{emptyPool}</Message>}
      <ImpactList label="Impact on clusters" summary={impact.summary} />
      {impact.estimated && <p className={text.muted}>{ESTIMATE_MESSAGE}</p>}
    </>
  )
}

/** Warns of rules that select a pool without usable accounts; null without such clusters. */
export function emptyPoolWarning({ counts }: ImpactSummary): string | null {
  const hit = counts.find(({ impact }) => impact === 'empty-pool')
  if (!hit) return null
  return `${formatPlural(hit.clusters, 'cluster')} would use an empty pool, where the next request waits for an account. Add accounts to the pool before you publish, or change the rules.`
}

/** Returns why the publication must wait for its impact preview; null when it need not. */
export function impactDisabledReason({ kind }: ImpactSummaryState, waived: boolean): string | null {
  if (kind === 'computing') return 'Computing the impact on clusters…'
  return kind === 'failed' && !waived ? 'Compute the impact on clusters, or confirm to publish without it.' : null
}
