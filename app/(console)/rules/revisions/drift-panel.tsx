import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useObserveModeReason } from '#app/(console)/observe-mode.tsx'
import { followWrite } from '#app/data/follow-action.ts'
import { driftQuery } from '#app/data/rules-queries.ts'
import { Button } from '#components/ui/button.tsx'
import { Disclosure } from '#components/ui/disclosure.tsx'
import { FormDialog } from '#components/ui/form-dialog.tsx'
import { Message } from '#components/ui/message.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { RelativeTime } from '#components/ui/relative-time.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import text from '#components/ui/text.module.css'
import { TextArea } from '#components/ui/text-field.tsx'
import { showToast } from '#components/ui/toast.tsx'
import { NEEDED_ROLES } from '#lib/auth/needed-roles.ts'
import { roleDisabledReason } from '#lib/auth/roles.ts'
import type { RulesDrift } from '#lib/queries/rules/drift.ts'
import type { PendingWrite } from '#lib/services/rules/config-map-writer.ts'
import { formatPlural } from '#lib/util/format.ts'
import { reverseHunks } from '#lib/util/line-diff.ts'
import type { Person } from '../../person.ts'
import { ReadFailure } from '../../read-failure.tsx'
import { missingReason } from '../../reason-fields.tsx'
import { Refusal } from '../../refusal.tsx'
import { writeRules } from './actions.ts'
import {
  formatConfigMap,
  formatKeb,
  formatPendingWrite,
  visiblePendingWrite,
  writeDisabledReason,
} from './drift-messages.ts'
import { refreshRules } from './refresh-rules.ts'
import { RuleChangeList, TextDiff } from './revision-diff.tsx'
import styles from './revisions.module.css'

const TITLE = 'Published copies'

/**
 * Compares the ConfigMap, KEB and the rules file with the published rules, and offers to write the
 * ConfigMap.
 */
export function DriftPanel({ person }: { readonly person: Person }) {
  const [writing, setWriting] = useState(false)
  const observeModeReason = useObserveModeReason()
  const { data, dataUpdatedAt, error, isFetching, refetch } = useQuery(driftQuery())
  if (!data && error) {
    return (
      <Panel title={TITLE} padded>
        <ReadFailure error={error} onRetry={() => void refetch()} />
      </Panel>
    )
  }
  if (!data) return <DriftSkeleton />
  const { drift, pending } = data
  if (drift === null) return null
  const disabledReason =
    observeModeReason ??
    roleDisabledReason(person.role, NEEDED_ROLES.rules) ??
    (pending?.kind === 'writing' ? 'Writing the ConfigMap…' : writeDisabledReason(drift))
  return (
    <Panel
      title={TITLE}
      aside={
        <>
          <span className={text.muted}>
            Checked <RelativeTime at={new Date(dataUpdatedAt).toISOString()} />
          </span>
          <Button
            size="small"
            look="ghost"
            disabledReason={isFetching ? 'Loading…' : null}
            onClick={() => void refetch()}
          >
            Check again
          </Button>
        </>
      }
      padded
    >
      <div className={styles.item} aria-busy={isFetching}>
        {error && (
          <Message
            tone="danger"
            announce
            action={
              <Button size="small" onClick={() => void refetch()}>
                Try again
              </Button>
            }
          >
            Not refreshed. {error.message} The previous state is shown.
          </Message>
        )}
        <DriftFacts drift={drift} pending={pending} />
        <div>
          <Button size="small" disabledReason={disabledReason} onClick={() => setWriting(true)}>
            Write ConfigMap
          </Button>
        </div>
      </div>
      {writing && <WriteConfigMapDialog drift={drift} person={person} onClose={() => setWriting(false)} />}
    </Panel>
  )
}

/** Reserves the usual height of the panel, so that the revisions below do not move. */
function DriftSkeleton() {
  return (
    <Panel
      title={TITLE}
      aside={
        <>
          <span className={text.muted}>Checking…</span>
          <Button size="small" look="ghost" disabledReason="Loading…">
            Check again
          </Button>
        </>
      }
      padded
    >
      <div className={styles.item} aria-busy>
        <div className={styles.skeleton}>
          <Skeleton width="100%" height={38} />
        </div>
        <div>
          <Button size="small" disabledReason="Loading…">
            Write ConfigMap
          </Button>
        </div>
      </div>
    </Panel>
  )
}

interface DriftFactsProps {
  readonly drift: RulesDrift
  /** The write in progress, or the failed one. */
  readonly pending: PendingWrite | null
}

const KEB_TONES = { same: 'ok', differs: 'warn', unread: 'warn', missing: 'info' } as const

/**
 * Lists the differences between the published rules and the ConfigMap, KEB's rules and the rules
 * file.
 */
function DriftFacts({ drift, pending: written }: DriftFactsProps) {
  const pending = visiblePendingWrite(written)
  const { number, configMap, file, keb } = drift
  // During a write the ConfigMap necessarily differs.
  const isWriting = pending?.kind === 'writing'
  return (
    <>
      {pending !== null && (
        <Message tone={pending.kind === 'writing' ? 'info' : 'warn'} announce>
          {formatPendingWrite(pending, drift)}
        </Message>
      )}
      {!isWriting && <Message tone={configMap.kind === 'same' ? 'ok' : 'warn'}>{formatConfigMap(drift)}</Message>}
      {!isWriting && configMap.kind === 'differs' && (
        <section className={styles.apart} aria-label="From the revision to the ConfigMap">
          <p className={text.muted}>From revision {number} to the current ConfigMap:</p>
          <TextDiff hunks={configMap.hunks} moreLines={configMap.moreLines} />
        </section>
      )}
      {keb !== null && <Message tone={KEB_TONES[keb.kind]}>{formatKeb(keb, number)}</Message>}
      {keb?.kind === 'differs' && keb.changes !== null && (
        <Disclosure summary={`${formatPlural(keb.changes.length, 'different rule')} of KEB`}>
          <RuleChangeList changes={keb.changes} none="No rule." />
        </Disclosure>
      )}
      {file !== null && (
        <>
          <Message tone="warn">
            {file.name} (HAP_RULES_FILE) has other rules than revision {number}. If KEB reads this file, it uses those
            rules.
          </Message>
          <Disclosure summary={formatPlural(file.changes.length, 'different rule')}>
            <RuleChangeList changes={file.changes} none="No rule." />
          </Disclosure>
        </>
      )}
    </>
  )
}

interface WriteConfigMapDialogProps {
  readonly drift: RulesDrift
  readonly person: Person
  readonly onClose: () => void
}

/** Overwrites the ConfigMap with the published rules, after showing the difference. */
function WriteConfigMapDialog({ drift, person, onClose }: WriteConfigMapDialogProps) {
  const queries = useQueryClient()
  // The dialog overwrites only the version it shows.
  const [shown, setShown] = useState(drift)
  const [reason, setReason] = useState('')
  const [writing, setWriting] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const { configMap, number, place } = shown
  const submit = async () => {
    setWriting(true)
    setProblem(null)
    const takeOverAt = configMap.kind === 'differs' ? configMap.resourceVersion : null
    const answer = await followWrite(writeRules({ reason: reason.trim(), takeOverAt }))
    await refreshRules(queries)
    setShown(queries.getQueryData(driftQuery().queryKey)?.drift ?? shown)
    setWriting(false)
    if (answer.kind === 'written') {
      onClose()
      showToast({ text: `ConfigMap ${place.name} has revision ${answer.number}.` })
    } else if (answer.kind === 'no-answer' && answer.status === 0)
      setProblem('The console did not respond. It is safe to write again.')
    else if (answer.kind === 'invalid') setProblem(answer.problems.join(' '))
    else setProblem(answer.kind === 'no-answer' ? answer.reason : answer.message)
  }
  return (
    <FormDialog
      title={`Write ConfigMap ${place.name}`}
      description={`${place.key} will be set to the rules of revision ${number}. Other keys will not be changed.`}
      note={`Will be recorded as ${person.name} (${person.role})`}
      verb="Write ConfigMap"
      disabledReason={writing ? 'Writing…' : (writeDisabledReason(shown) ?? missingReason(reason))}
      busy={writing}
      touched={reason !== ''}
      onSubmit={submit}
      onClose={onClose}
    >
      {problem !== null && <Refusal>{problem}</Refusal>}
      {versionOf(drift) !== versionOf(shown) && (
        <Message
          tone="warn"
          announce
          action={
            <Button size="small" onClick={() => setShown(drift)}>
              Show current state
            </Button>
          }
        >
          The ConfigMap or the rules have changed since this dialog was opened.
        </Message>
      )}
      <Message tone="info">
        {formatConfigMap(shown)}
        {configMap.kind === 'differs' && ' Writing will change:'}
      </Message>
      {configMap.kind === 'differs' && (
        <TextDiff hunks={reverseHunks(configMap.hunks)} moreLines={configMap.moreLines} />
      )}
      <TextArea label="Reason" required value={reason} onChange={setReason} />
    </FormDialog>
  )
}

/** Identifies the version of the ConfigMap and of the rules. */
function versionOf({ number, configMap }: RulesDrift): string {
  return [number, configMap.kind, configMap.kind === 'differs' ? configMap.resourceVersion : ''].join(' ')
}
