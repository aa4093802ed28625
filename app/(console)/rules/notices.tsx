import { useState, useSyncExternalStore } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Strip } from '#components/ui/message.tsx'
import { showToast } from '#components/ui/toast.ts'
import type { MergedRules } from '#lib/rules-file/merge-rules.ts'
import { evaluation } from './evaluation/evaluation-thread.ts'
import { useDraft } from './use-draft.tsx'

/** Describes the result of a merge and its conflicts. */
function formatMergeMessage({ conflicts, frameDropped }: MergedRules): string {
  const [first] = conflicts
  const theirs = first && (first.theirs === null ? 'was taken away' : `was ${first.theirs}`)
  const more = conflicts.length > 1 ? ` (and ${conflicts.length - 1} more)` : ''
  return [
    'Your changes are on top of the rules in force.',
    first && `Both changed ${first.mine ?? 'a rule you took away'}${more}: yours stands, theirs ${theirs}.`,
    frameDropped && 'What you wrote around the rules was left out: it changed meanwhile.',
  ]
    .filter(Boolean)
    .join(' ')
}

/**
 * Says that other rules came into force during editing, and offers to merge or to continue. No text
 * is lost.
 */
export function OutdatedNotice() {
  const { text, inForce, base, change, rebase } = useDraft()
  const [problem, setProblem] = useState<string | null>(null)
  const apply = async () => {
    const input = { base, mine: text, theirs: inForce.text }
    const merged = await evaluation.ask('merge', input).catch(() => undefined)
    if (merged === undefined) return setProblem('The console is not responding. Your text is kept.')
    if (merged === null)
      return setProblem('Your text is no list of rules that can be read, so nothing was put together.')
    rebase(merged.text)
    showToast({
      text: formatMergeMessage(merged),
      action: { label: 'Undo', run: () => change(text) },
    })
  }
  return (
    <Strip
      tone="warn"
      announce
      action={
        <>
          <Button size="small" onClick={() => void apply()}>
            Apply mine on top
          </Button>
          <Button size="small" look="ghost" onClick={() => rebase(text)}>
            Keep my text as it is
          </Button>
        </>
      }
    >
      The rules in force changed while you were editing: now {inForce.origin} is in force, and your text does not have
      what changed. {problem}
    </Strip>
  )
}

/** Says that the worker failed. The notice disappears with the next answer. */
export function EvaluationNotice() {
  const broken = useSyncExternalStore(
    evaluation.subscribe,
    () => evaluation.broken,
    () => false,
  )
  if (!broken) return null
  return (
    <Strip
      tone="danger"
      announce
      action={
        <Button size="small" onClick={() => window.location.reload()}>
          Reload
        </Button>
      }
    >
      The part of this page that evaluates rules was not loaded, or it stopped: findings, cases and coverage may be
      those of an earlier text. It is tried again every few seconds; if this stays, reload the page. Your text and your
      cases are kept.
    </Strip>
  )
}
