import { Ticket } from '#components/hap/ticket.tsx'
import { Button, buttonClass } from '#components/ui/button.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { RelativeTime } from '#components/ui/relative-time.tsx'
import { Tag } from '#components/ui/tag.tsx'
import text from '#components/ui/text.module.css'
import { isUnchanged } from '#lib/hap/lifecycle/multi-account-change.ts'
import { paths } from '#lib/paths.ts'
import type { AllowlistVersion as Entry } from '#lib/queries/allowlist/allowlist-detail.ts'
import styles from './allowlist.module.css'
import { SettingsDiff } from './settings-diff.tsx'
import { settingsInWords } from './settings-in-words.ts'

interface HistoryEntryProps {
  readonly entry: Entry
  readonly inForce: boolean
  readonly refusal: string | null
  readonly onTake: () => void
}

/** One version: its author, time, reason and changes. */
export function HistoryEntry({ entry, inForce, refusal, onTake }: HistoryEntryProps) {
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
              ? `First version: ${settingsInWords(multiAccount)}.`
              : 'No difference from the version before.'}
          </p>
        )}
        <div className={text.row}>
          <Button
            size="small"
            aria-label={`Edit from this version: version ${version}`}
            disabledReason={refusal ?? (inForce ? 'This version is in force.' : null)}
            onClick={onTake}
          >
            Edit from this version
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
