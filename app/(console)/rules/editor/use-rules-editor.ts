import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { useLoad } from '#components/ui/use-load.ts'
import { useAnswer } from '../evaluation/use-answer.ts'
import { useDraft } from '../use-draft.ts'
import { useSeen } from '../use-observed-requests.ts'
import type { EditorFacts } from './editor-session.ts'
import { type RuleNotes, ruleNotes } from './rule-notes.ts'
import type { RulesEditor } from './rules-editor.ts'

interface OpenEditor {
  readonly host: RefObject<HTMLDivElement | null>
  /** Null until it is loaded. */
  readonly editor: RulesEditor | null
  readonly failed: boolean
  readonly loadAgain: () => void
  /** What is to be said about the rule at the cursor. */
  readonly noted: { readonly rule: number; readonly notes: RuleNotes } | null
}

/** Id of the words that tell how to leave the editor by keyboard. */
export const EDITOR_HINT = 'rules-editor-hint'

/** The editor of the draft in an element of the page, loaded when it is first needed. */
export function useRulesEditor(): OpenEditor {
  const { text, checked, inForce, kept, replacements, type } = useDraft()
  const { data } = useSeen()
  const seen = data?.combinations ?? null
  const draft = checked?.valid ? checked.id : null
  const uses = useAnswer(
    'uses',
    useMemo(() => (seen !== null && draft !== null ? { draft, seen } : null), [draft, seen]),
  )
  const { part, failed, loadAgain } = useLoad(() => import('./rules-editor.ts'))
  const host = useRef<HTMLDivElement>(null)
  const [editor, setEditor] = useState<RulesEditor | null>(null)
  const [rule, setRule] = useState<number | null>(null)
  const facts: EditorFacts = { checked, known: inForce, seen, uses, onText: type, onRule: setRule }
  useEffect(() => {
    if (kept.current) Object.assign(kept.current.facts, facts)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the editor begins with what is there, and is told what comes
  useEffect(() => {
    if (!part || !host.current) return
    kept.current ??= { facts: { ...facts }, state: null, open: null }
    const made = new part.RulesEditor(host.current, kept.current, text, EDITOR_HINT)
    setEditor(made)
    return () => made.close()
  }, [part])
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the editor itself made the text, it has
  useEffect(() => editor?.replace(text), [editor, replacements])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new check is the sign
  useEffect(() => editor?.showFindings(), [editor, checked])
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rules in force are the sign
  useEffect(() => editor?.showChanges(), [editor, inForce.text])
  const notes = rule === null ? null : ruleNotes({ checked, known: inForce, uses }, rule)
  return { host, editor, failed, loadAgain, noted: rule === null || notes === null ? null : { rule, notes } }
}
