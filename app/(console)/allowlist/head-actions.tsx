import { Button, DownloadLink } from '#components/ui/button.tsx'
import { showToast } from '#components/ui/toast.ts'
import { paths } from '#lib/paths.ts'
import { draftProblem } from './draft.ts'
import type { Editing } from './use-edited.ts'

interface HeadActionsProps {
  readonly editing: Editing
  /** Why the user may not edit; null when the user may. */
  readonly refusal: string | null
  /** Text of the input box for ids, which is not part of the draft. */
  readonly typed: string
  readonly onOpen: (dialog: 'import' | 'review') => void
}

export function HeadActions({ editing, refusal, typed, onOpen }: HeadActionsProps) {
  const { changed, edited, discard, restore } = editing
  const throwAway = () => {
    discard()
    showToast({ text: 'The changes were discarded.', action: { label: 'Undo', run: () => restore(edited) } })
  }
  const isLeft = edited.draft.scope === 'listed' && typed.trim() !== ''
  const leftInBox = isLeft ? 'The box still holds text. Add the ids or clear it first.' : null
  const nothing = changed ? null : 'There are no changes.'
  return (
    <>
      <Button disabledReason={refusal} onClick={() => onOpen('import')}>
        Import YAML
      </Button>
      <DownloadLink href={paths.allowlistYaml()}>Export YAML</DownloadLink>
      {refusal === null && (
        <Button disabledReason={nothing} onClick={throwAway}>
          Discard
        </Button>
      )}
      <Button
        look="primary"
        disabledReason={refusal ?? nothing ?? leftInBox ?? draftProblem(edited.draft)}
        onClick={() => onOpen('review')}
      >
        Review and save
      </Button>
    </>
  )
}
