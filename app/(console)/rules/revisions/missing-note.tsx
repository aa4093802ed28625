import text from '#components/ui/text.module.css'

interface MissingNoteProps {
  /** Why each part of the form is not enough yet; null where it is. */
  readonly reason: string | null
  readonly override: string | null
  readonly impact: string | null
}

/** Beside the button, because a field that is missing may be out of sight. */
export function MissingNote({ reason, override, impact }: MissingNoteProps) {
  const parts = [
    reason !== null && 'a reason',
    override !== null && 'why although cases fail',
    impact !== null && 'what this does to clusters',
  ].filter(part => part !== false)
  if (parts.length === 0) return null
  return (
    <>
      . <span className={text.strong}>Still missing: {parts.join(', ')}</span>
    </>
  )
}
