'use client'

import { TextArea } from '#components/ui/text-area.tsx'
import { useDraft } from '../use-draft.ts'
import styles from './editor.module.css'
import { FindingList } from './finding-list.tsx'

/** The draft as text, and what is to be said about it. */
export function EditorTab() {
  const { text, checked, change } = useDraft()
  return (
    <div className={styles.editor}>
      <TextArea label="Rules" value={text} onChange={change} />
      {checked && <FindingList findings={checked.findings} />}
    </div>
  )
}
