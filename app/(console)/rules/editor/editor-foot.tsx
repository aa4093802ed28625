import { Kbd } from '#components/ui/kbd.tsx'
import { useDraft } from '../use-draft.ts'
import styles from './editor.module.css'
import { ruleNotes } from './rule-notes.ts'
import { EDITOR_HINT } from './use-rules-editor.ts'

/** What the rule at the cursor leads to, and the keys of the editor. */
export function EditorFoot({ rule }: { readonly rule: number | null }) {
  const { checked, inForce } = useDraft()
  const notes = checked && rule !== null ? ruleNotes(checked, inForce, rule) : null
  return (
    <div className={styles.foot}>
      <span className={styles.selectors}>
        {notes && rule !== null && notes.selectors.length > 0 && (
          <>
            Rule {rule + 1} <code className={styles.inCode}>{notes.selectors[0]}</code>
            {notes.selectors.length > 1 && ` and ${notes.selectors.length - 1} more`}
          </>
        )}
      </span>
      <span id={EDITOR_HINT} className={styles.keys}>
        <Kbd>F8</Kbd> next finding <Kbd>ctrl</Kbd> <Kbd>.</Kbd> fix <Kbd>esc</Kbd> then <Kbd>tab</Kbd> leaves the editor
      </span>
    </div>
  )
}
