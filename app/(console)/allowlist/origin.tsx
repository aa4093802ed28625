import { RelativeTime } from '#components/ui/relative-time.tsx'
import text from '#components/ui/text.module.css'
import type { AllowlistDetail } from '#lib/queries/allowlist/allowlist-detail.ts'
import styles from './allowlist.module.css'

/** Source of the settings in force: author, time and reason of the version, or the file. */
export function Origin({ answer: { version, set, start } }: { readonly answer: AllowlistDetail }) {
  if (set === null) {
    return <span>From {start}, until changed here</span>
  }
  return (
    <>
      <span className={text.strong}>Version {version}</span>
      <span>
        {set.actor}, <RelativeTime at={set.at} />
      </span>
      <span className={`${text.cut} ${styles.reason}`} data-tip={set.reason}>
        “{set.reason}”{set.ticket !== null && set.ticket !== '' && ` (${set.ticket})`}
      </span>
    </>
  )
}
