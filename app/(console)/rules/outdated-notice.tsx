import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Strip } from '#components/ui/message.tsx'
import { showToast } from '#components/ui/toast.ts'
import { useDraft } from './use-draft.ts'

/** Other rules came into force while somebody wrote. Neither is lost. */
export function OutdatedNotice() {
  const { text, inForce, base, change, rebase } = useDraft()
  const [problem, setProblem] = useState<string | null>(null)
  const apply = async () => {
    const part = await import('#lib/rules-file/merge-rules.ts').catch(() => null)
    if (!part) return setProblem('The console is not responding. Your text is kept.')
    const merged = part.mergeRules(base, text, inForce.text)
    if (merged === null)
      return setProblem('Your text is no list of rules that can be read, so nothing was put together.')
    rebase(merged)
    showToast({
      text: 'Your changes are on top of the rules in force.',
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
