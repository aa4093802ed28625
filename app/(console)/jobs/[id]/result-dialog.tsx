import { LabelDiff } from '#components/hap/label-diff.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { ButtonLink } from '#components/ui/links.tsx'
import text from '#components/ui/text.module.css'
import { paths } from '#lib/paths.ts'
import type { JobTargetDetail } from '#lib/services/jobs/job-detail.ts'
import { formatResult } from '../job-labels.ts'
import { OutcomeText } from '../job-outcome.tsx'

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
      <p>{formatResult(target)}</p>
    </Dialog>
  )
}

interface ChangedDialogProps {
  readonly target: Pick<JobTargetDetail, 'kind' | 'name' | 'message'>
  readonly changed: NonNullable<JobTargetDetail['changed']>
  readonly onClose: () => void
}

/** Changes to a binding between the start of a job and the job's attempt on it. */
export function ChangedDialog({ target, changed, onClose }: ChangedDialogProps) {
  const { kind, name } = target
  const { version, lines } = changed
  return (
    <Dialog
      title={
        <>
          Changes: <span className={text.mono}>{name}</span>
        </>
      }
      description="The binding changed after the job was started. Nothing was written."
      width="wide"
      actions={
        <ButtonLink look="primary" href={paths.binding(target)}>
          Open the binding
        </ButtonLink>
      }
      onClose={onClose}
    >
      {lines !== null && lines.length > 0 ? (
        <LabelDiff object={`${kind} ${name}`} {...(version !== null && { version })} lines={lines} />
      ) : (
        <p>
          {target.message} {changeMessage(changed)}
        </p>
      )}
    </Dialog>
  )
}

function changeMessage({ version, lines }: ChangedDialogProps['changed']): string {
  if (lines !== null)
    return `The binding was found at version ${version}. Its labels and HAP's annotations were unchanged.`
  if (version === null) return 'The binding could not be read after the change. See its page for the current state.'
  return `The binding was found at version ${version}. It changed before the job was started; its earlier state is unknown.`
}
