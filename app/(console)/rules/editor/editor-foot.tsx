import { CopyButton } from '#components/ui/copy-button.tsx'
import { Kbd } from '#components/ui/kbd.tsx'
import styles from './editor.module.css'
import { chosenBy, type RuleNotes } from './rule-notes.ts'
import { EDITOR_HINT } from './use-rules-editor.ts'

interface EditorFootProps {
  /** The rule at the cursor, and what is to be said about it; null for none. */
  readonly noted: { readonly rule: number; readonly notes: RuleNotes } | null
}

/** What the rule at the cursor leads to, and the keys of the editor. */
export function EditorFoot({ noted }: EditorFootProps) {
  return (
    <div className={styles.foot}>
      <span className={styles.selectors}>{noted && <Notes {...noted} />}</span>
      <span id={EDITOR_HINT} className={styles.keys}>
        <Kbd>F8</Kbd> next finding <Kbd>ctrl</Kbd> <Kbd>.</Kbd> fix <Kbd>esc</Kbd> then <Kbd>tab</Kbd> leaves the editor
      </span>
    </div>
  )
}

function Notes({ rule, notes: { selectors, commands, clusters } }: NonNullable<EditorFootProps['noted']>) {
  if (selectors.length === 0) return null
  return (
    <>
      Rule {rule + 1} <code className={styles.inCode}>{selectors[0]}</code>
      {commands.length > 0 && (
        <CopyButton text={() => commands.join('\n')} what={commands.length === 1 ? 'command' : 'commands'} />
      )}
      {selectors.length > 1 && ` and ${selectors.length - 1} more`}
      {clusters !== null && ` ${chosenBy(clusters)}`}
    </>
  )
}
