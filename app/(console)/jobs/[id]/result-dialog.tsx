import { ButtonLink } from '#components/ui/button-link.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import text from '#components/ui/text.module.css'
import { paths } from '#lib/paths.ts'
import type { JobTargetDetail } from '#lib/services/jobs/job-detail.ts'
import { OutcomeText } from '../outcome-text.tsx'
import { resultWords } from './result-words.ts'

interface ResultDialogProps {
  readonly target: JobTargetDetail
  readonly onClose: () => void
}

/** The complete result for one target of a job. */
export function ResultDialog({ target, onClose }: ResultDialogProps) {
  return (
    <Dialog
      title={
        <>
          Result: <span className={text.mono}>{target.name}</span>
        </>
      }
      width="wide"
      actions={
        <ButtonLink look="primary" href={paths.binding(target)}>
          Open the binding
        </ButtonLink>
      }
      onClose={onClose}
    >
      <p>
        <OutcomeText status={target.status} />
      </p>
      <p>{resultWords(target)}</p>
    </Dialog>
  )
}
