import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { driftQuery } from '#app/data/rules-queries.ts'
import { Button } from '#components/ui/button.tsx'
import { Disclosure } from '#components/ui/disclosure.tsx'
import { Message } from '#components/ui/message.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { RelativeTime } from '#components/ui/relative-time.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import text from '#components/ui/text.module.css'
import { NEEDED_ROLES } from '#lib/auth/needed-roles.ts'
import { roleRefusal } from '#lib/auth/roles.ts'
import type { RulesDrift } from '#lib/queries/rules/drift.ts'
import type { PendingWrite } from '#lib/services/rules/config-map-writer.ts'
import { formatPlural } from '#lib/util/format.ts'
import type { Person } from '../../person.ts'
import { ReadFailure } from '../../read-failure.tsx'
import {
  formatConfigMap,
  formatKeb,
  formatPendingWrite,
  visiblePendingWrite,
  writeDisabledReason,
} from './drift-messages.ts'
import { RuleChangeList, TextDiff } from './revision-diff.tsx'
import styles from './revisions.module.css'
import { WriteConfigMapDialog } from './write-config-map-dialog.tsx'

const TITLE = 'Where others read the rules'

/**
 * Compares the ConfigMap, KEB and the rules file with the published rules, and offers to write the
 * ConfigMap.
 */
export function DriftPanel({ person }: { readonly person: Person }) {
  const [writing, setWriting] = useState(false)
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
    roleRefusal(person.role, NEEDED_ROLES.rules) ??
    (pending?.kind === 'writing' ? 'It is being written.' : writeDisabledReason(drift))
  return (
    <Panel
      title={TITLE}
      aside={
        <>
          <span className={text.muted}>
            Looked at <RelativeTime at={new Date(dataUpdatedAt).toISOString()} />
          </span>
          <Button
            size="small"
            look="ghost"
            disabledReason={isFetching ? 'Being read.' : null}
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
            This is what was read before. {error.message}
          </Message>
        )}
        <DriftFacts drift={drift} pending={pending} />
        <div>
          <Button size="small" disabledReason={disabledReason} onClick={() => setWriting(true)}>
            Write the ConfigMap
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
          <span className={text.muted}>Being looked at</span>
          <Button size="small" look="ghost" disabledReason="Being read.">
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
          <Button size="small" disabledReason="Being read.">
            Write the ConfigMap
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
          <p className={text.muted}>From revision {number} to the ConfigMap as it is:</p>
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
            {file.name} (HAP_RULES_FILE) has other rules than revision {number}. Where KEB reads that file, it decides
            by them.
          </Message>
          <Disclosure summary={formatPlural(file.changes.length, 'different rule')}>
            <RuleChangeList changes={file.changes} none="No rule." />
          </Disclosure>
        </>
      )}
    </>
  )
}
