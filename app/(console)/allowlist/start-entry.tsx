import { Button } from '#components/ui/button.tsx'
import { Panel } from '#components/ui/panel.tsx'
import text from '#components/ui/text.module.css'
import type { MultiAccount } from '#lib/hap/lifecycle/multi-account.ts'
import styles from './allowlist.module.css'
import { settingsInWords } from './settings-in-words.ts'

interface StartEntryProps {
  readonly start: MultiAccount
  readonly refusal: string | null
  readonly onTake: () => void
}

/** The startup settings, in force before version 1, and a button that edits from them. */
export function StartEntry({ start, refusal, onTake }: StartEntryProps) {
  return (
    <Panel title="Before version 1" padded>
      <div className={styles.entry}>
        <p className={text.muted}>Startup settings: {settingsInWords(start)}.</p>
        <div className={text.row}>
          <Button size="small" disabledReason={refusal} onClick={onTake}>
            Edit from startup settings
          </Button>
        </div>
      </div>
    </Panel>
  )
}
