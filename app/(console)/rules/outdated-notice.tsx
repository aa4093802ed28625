import { Button } from '#components/ui/button.tsx'
import { Strip } from '#components/ui/message.tsx'
import { useDraft } from './use-draft.ts'

/** Other rules came into force while somebody wrote. Neither is lost. */
export function OutdatedNotice() {
  const { inForce, base, rebase } = useDraft()
  return (
    <Strip
      tone="warn"
      announce
      action={
        <Button size="small" onClick={rebase}>
          Continue from the new rules
        </Button>
      }
    >
      The rules in force changed while you were editing: your draft began from {base.revision}, now {inForce.revision} (
      {inForce.origin}) is in force. Your text is kept as it is.
    </Strip>
  )
}
