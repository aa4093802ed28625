'use client'

import {
  createContext,
  type ReactNode,
  type RefObject,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useObserveModeReason } from '#app/(console)/observe-mode.tsx'
import { useParameter } from '#components/address/use-parameter.ts'
import { useTabDraft } from '#components/ui/use-tab-draft.ts'
import { NEEDED_ROLES } from '#lib/auth/needed-roles.ts'
import { roleDisabledReason } from '#lib/auth/roles.ts'
import type { RulesDetail } from '#lib/services/rules/get-rules.ts'
import type { Person } from '../person.ts'
import type { EditorSession } from './editor/editor-session.ts'
import type { CheckedDraft, checkShortDraft } from './evaluation/checked-draft.ts'
import { evaluation } from './evaluation/evaluation-thread.ts'
import { useAnswer } from './evaluation/use-answer.ts'
import { CASES_DRAFT, RULES_DRAFT, type RulesDraft } from './tab-drafts.ts'

interface DraftProviderProps {
  readonly inForce: RulesDetail
  readonly person: Person
  readonly children: ReactNode
}

/** Provides the draft to every tab: the rules in force until a person changes them. */
export function DraftProvider({ inForce, person, children }: DraftProviderProps) {
  const [own, setOwn] = useState<RulesDraft | null>(null)
  const observeModeReason = useObserveModeReason()
  const [replacements, setReplacements] = useState(0)
  const editorSession = useRef<EditorSession | null>(null)
  const replace = (draft: RulesDraft | null) => {
    setOwn(draft)
    setReplacements(count => count + 1)
  }
  // The server renders without the stored draft, so the first paint must too. After a publication a
  // draft that equals the rules in force disappears.
  // biome-ignore lint/correctness/useExhaustiveDependencies: stored draft is read once, then `own` replaces it
  useEffect(() => {
    const draft = own ?? RULES_DRAFT.get(person.name)
    replace(draft?.text === inForce.text ? null : draft)
  }, [person.name, inForce.text])
  usePersistedDraft(person.name, own)
  useEffect(() => () => evaluation.close(), [])
  const changedDraft = own !== null && own.text !== inForce.text ? own : null
  const text = changedDraft?.text ?? inForce.text
  const base = changedDraft?.base ?? inForce.text
  const checked = useCheckedDraft(text, inForce)
  const buildDraft = (changed: string) => (changed === inForce.text ? null : { text: changed, base })
  return (
    <DraftContext
      value={{
        text,
        changed: changedDraft !== null,
        outdated: changedDraft !== null && changedDraft.base !== inForce.text,
        base,
        inForce,
        checked,
        person,
        refusal: observeModeReason ?? roleDisabledReason(person.role, NEEDED_ROLES.rules),
        change: changed => replace(buildDraft(changed)),
        edit: changed => setOwn(buildDraft(changed)),
        replacements,
        editorSession,
        reset: () => replace(null),
        rebase: next => replace(next === inForce.text ? null : { text: next, base: inForce.text }),
      }}
    >
      {children}
    </DraftContext>
  )
}

/** Numbers the drafts of this page, so that each has its own id. */
let lastDraftNumber = 0

/**
 * Checks a text after each change: a short text during rendering, a longer one in the worker, so
 * that typing never blocks.
 */
function useCheckedDraft(text: string, inForce: RulesDetail): CheckedDraft | null {
  const { plans, requiredPlans, semantics } = inForce
  const input = useMemo(
    () => ({ id: `draft ${++lastDraftNumber}`, text, known: { plans, requiredPlans, semantics } }),
    [text, plans, requiredPlans, semantics],
  )
  const check = useShortDraftCheck()
  const checkedHere = useMemo(() => check?.(input) ?? null, [check, input])
  useLayoutEffect(() => {
    if (checkedHere !== null) evaluation.setDraft(input)
  }, [checkedHere, input])
  const latest = useAnswer('check', checkedHere === null ? input : null) ?? checkedHere
  // Neither source has a result while checks switch between page and worker, so the last result is
  // shown.
  const [last, setLast] = useState(latest)
  if (latest !== null && latest !== last) setLast(latest)
  return latest ?? last
}

/** Loads the check of short texts after the first paint. Returns null until it is loaded. */
function useShortDraftCheck(): typeof checkShortDraft | null {
  const [check, setCheck] = useState<typeof checkShortDraft | null>(null)
  useEffect(() => {
    let isUnmounted = false
    import('./evaluation/checked-draft.ts').then(
      part => !isUnmounted && setCheck(() => part.checkShortDraft),
      // Without this module the worker checks short texts too.
      () => {},
    )
    return () => {
      isUnmounted = true
    }
  }, [])
  return check
}

/** Delay between a keystroke and the write to session storage. */
const PERSIST_MS = 300
/** Writing a longer text takes longer than a frame, so it waits for a longer pause. */
const LONG_TEXT_LENGTH = 100_000
const PERSIST_LONG_MS = 3_000

/** Persists the draft in the tab after each change, and before the page closes. */
function usePersistedDraft(person: string, own: RulesDraft | null): void {
  const persisted = useRef<RulesDraft | null>(null)
  const pending = useRef<(() => void) | null>(null)
  useEffect(() => {
    pending.current = null
    // The effect runs before the stored draft is read, and must not delete it.
    if (own === persisted.current) return
    const persist = () => {
      pending.current = null
      persisted.current = own
      // A draft of another person in this tab must not be deleted.
      if (own !== null || RULES_DRAFT.get(person) !== null) RULES_DRAFT.set(person, own)
    }
    pending.current = persist
    const timer = setTimeout(persist, own !== null && own.text.length > LONG_TEXT_LENGTH ? PERSIST_LONG_MS : PERSIST_MS)
    return () => clearTimeout(timer)
  }, [person, own])
  useEffect(() => {
    const flush = () => pending.current?.()
    // Browsers may discard a hidden tab without another event.
    const events = ['pagehide', 'blur'] as const
    for (const event of events) window.addEventListener(event, flush)
    return () => {
      for (const event of events) window.removeEventListener(event, flush)
      flush()
    }
  }, [])
}

/** The draft that all tabs of the page share. */
interface Draft {
  /** YAML or JSON in any form of a rules file, lines ended by \n. */
  readonly text: string
  /** Whether the text differs from the rules in force. */
  readonly changed: boolean
  /** Whether other rules came into force after the draft began. */
  readonly outdated: boolean
  /** The rules in force when the draft began; without changes, those in force now. */
  readonly base: string
  /** The rules in force, with plans and regions of the landscape. */
  readonly inForce: RulesDetail
  /**
   * The last check; null before the first one. It belongs to the current text if `checked.text`
   * equals it.
   */
  readonly checked: CheckedDraft | null
  readonly person: Person
  /** Why this person may not publish rules; null if the person may. */
  readonly refusal: string | null
  /** Replaces the draft; the editor shows the text and can undo it. */
  readonly change: (text: string) => void
  /** Reports a change that the editor made itself. */
  readonly edit: (text: string) => void
  /** Counts replacements from outside the editor. */
  readonly replacements: number
  /** State of the editor while another tab is open. */
  readonly editorSession: RefObject<EditorSession | null>
  /** Discards the draft. */
  readonly reset: () => void
  /** Bases this text on the rules in force now. */
  readonly rebase: (text: string) => void
}

export const DraftContext = createContext<Draft | null>(null)

/** Returns the draft of the page. Throws outside the page. */
export function useDraft(): Draft {
  const draft = useContext(DraftContext)
  if (draft === null) throw new Error('Drafts exist only on the Rules page.')
  return draft
}

/** Whether the person's cases differ from the published ones. Runs no case. */
export function useCasesChanged(): boolean {
  const { person, inForce } = useDraft()
  const [own] = useTabDraft(CASES_DRAFT, person.name)
  return own !== null && own !== inForce.pinned
}

/** Returns the id of the tab in the search parameters, empty for the first tab, and a function that opens a tab. */
export function useTab(): ReturnType<typeof useParameter> {
  return useParameter('tab', { step: true })
}
