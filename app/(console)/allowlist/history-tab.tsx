'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { allowlistHistoryQuery } from '#app/data/global-account-queries.ts'
import { Ticket } from '#components/hap/ticket.tsx'
import { Button, buttonClass } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { RelativeTime } from '#components/ui/relative-time.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { Tag } from '#components/ui/tag.tsx'
import text from '#components/ui/text.module.css'
import type { MultiAccount } from '#lib/hap/lifecycle/multi-account.ts'
import { isUnchanged } from '#lib/hap/lifecycle/multi-account-change.ts'
import { paths } from '#lib/paths.ts'
import type { AllowlistVersion as Entry } from '#lib/queries/allowlist/allowlist-detail.ts'
import { ReadFailure, RefreshFailure } from '../read-failure.tsx'
import styles from './allowlist.module.css'
import { SettingsDiff, summarizeSettings } from './settings-diff.tsx'

interface HistoryTabProps {
  /** Version in force; 0 when the database has none. */
  readonly inForce: number
  /** Why the user may not edit; null when the user may. */
  readonly refusal: string | null
  /** Replaces the draft by the settings of a version. */
  readonly onTake: (settings: MultiAccount) => void
}

const STEP = 20
const MOST = 999

/** The versions of the settings, each with its author, time, reason and changes. */
export function HistoryTab({ inForce, refusal, onTake }: HistoryTabProps) {
  const [limit, setLimit] = useState(STEP)
  const { data, error, isFetching, refetch } = useQuery(allowlistHistoryQuery(limit))
  const retry = () => void refetch()
  if (!data) {
    if (error) return <ReadFailure error={error} onRetry={retry} />
    return (
      <div className={styles.reading} aria-busy="true">
        <Skeleton width="100%" height={140} />
      </div>
    )
  }
  const { start } = data
  if (data.entries.length === 0) {
    return (
      <EmptyState reason="empty" title="No changes yet">
        The startup settings are in force. The first saved change will become version 1.
      </EmptyState>
    )
  }
  return (
    <>
      {error && <RefreshFailure error={error} onRetry={retry} />}
      <ol className={styles.history} aria-label="Versions">
        {data.entries.map(entry => (
          <li key={entry.version}>
            <HistoryEntry
              entry={entry}
              inForce={entry.version === inForce}
              refusal={refusal}
              onTake={() => onTake(entry.multiAccount)}
            />
          </li>
        ))}
        {start !== null && (
          <li>
            <StartupEntry start={start} refusal={refusal} onTake={() => onTake(start)} />
          </li>
        )}
      </ol>
      {data.more && limit < MOST && (
        <div className={styles.older}>
          <Button disabledReason={isFetching ? 'Loading.' : null} onClick={() => setLimit(Math.min(MOST, limit * 2))}>
            Show older versions
          </Button>
        </div>
      )}
    </>
  )
}

interface HistoryEntryProps {
  readonly entry: Entry
  readonly inForce: boolean
  readonly refusal: string | null
  readonly onTake: () => void
}

/** One version: its author, time, reason and changes. */
function HistoryEntry({ entry, inForce, refusal, onTake }: HistoryEntryProps) {
  const { version, actor, at, reason, ticket, change, multiAccount } = entry
  return (
    <Panel
      title={
        <>
          Version {version} {inForce && <Tag tone="ok">in force</Tag>}
        </>
      }
      aside={
        <span className={text.cut}>
          {actor}, <RelativeTime at={at} />
        </span>
      }
      padded
    >
      <div className={styles.entry}>
        <p className={styles.reason}>
          {reason}
          {ticket !== null && ticket !== '' && (
            <span className={text.muted}>
              {' '}
              (<Ticket ticket={ticket} />)
            </span>
          )}
        </p>
        {change !== null && !isUnchanged(change) ? (
          <SettingsDiff change={change} />
        ) : (
          <p className={text.muted}>
            {change === null
              ? `First version: ${summarizeSettings(multiAccount)}.`
              : 'No difference from the previous version.'}
          </p>
        )}
        <div className={text.row}>
          <Button
            size="small"
            aria-label={`Use as draft: version ${version}`}
            disabledReason={refusal ?? (inForce ? 'This version is in force.' : null)}
            onClick={onTake}
          >
            Use as draft
          </Button>
          <a
            className={buttonClass({ look: 'ghost', size: 'small' })}
            href={paths.allowlistYaml(version)}
            aria-label={`Export YAML of version ${version}`}
            download
          >
            Export YAML
          </a>
        </div>
      </div>
    </Panel>
  )
}

interface StartEntryProps {
  readonly start: MultiAccount
  readonly refusal: string | null
  readonly onTake: () => void
}

/** The startup settings, in force before version 1, and a button that edits from them. */
function StartupEntry({ start, refusal, onTake }: StartEntryProps) {
  return (
    <Panel title="Before version 1" padded>
      <div className={styles.entry}>
        <p className={text.muted}>Startup settings: {summarizeSettings(start)}.</p>
        <div className={text.row}>
          <Button size="small" disabledReason={refusal} onClick={onTake}>
            Use startup settings as draft
          </Button>
        </div>
      </div>
    </Panel>
  )
}
