import { type FormEvent, type KeyboardEvent, type ReactNode, use, useEffect, useId } from 'react'
import { Button } from './button.tsx'
import styles from './dialog.module.css'
import { Dialog } from './dialog.tsx'
import { FormDisabledMessage, FormDisabledReason } from './form-disabled-reason.tsx'

interface FormDialogProps {
  readonly title: ReactNode
  readonly description?: ReactNode
  /** Left end of the foot: who is recorded. */
  readonly note?: ReactNode
  /** On the button that does it. */
  readonly verb: string
  readonly danger?: boolean
  /** Why it cannot be done yet, as a sentence; null when it can. */
  readonly obstacle: string | null
  /** It is being done: the dialog stays until its outcome is known. */
  readonly busy?: boolean
  /** The form marks what it lacks itself, so that the browser shows no bubble in its place; default: the browser does. */
  readonly marksItself?: boolean
  /** Something was typed. */
  readonly touched: boolean
  /** Only called where there is no obstacle. */
  readonly onSubmit: () => Promise<void>
  readonly onClose: () => void
  readonly children: ReactNode
}

/** A dialog that asks what has to be said before something is done. */
export function FormDialog(props: FormDialogProps) {
  const { title, description, note, verb, danger, obstacle, busy = false, touched, onSubmit, onClose, children } = props
  const formId = useId()
  const everywhere = use(FormDisabledReason)
  useEffect(() => focusHeading, [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (everywhere === null && obstacle === null) void onSubmit()
  }
  return (
    <Dialog
      title={title}
      description={description}
      width="wide"
      note={busy ? `${obstacle ?? ''} ${GOES_ON}`.trim() : note}
      keep={touched}
      stays={busy ? GOES_ON : null}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose} disabledReason={busy ? GOES_ON : null}>
            Cancel
          </Button>
          <Button
            type="submit"
            form={formId}
            look={danger ? 'danger' : 'primary'}
            disabledReason={everywhere ?? obstacle}
            aria-busy={busy || undefined}
          >
            {verb}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className={styles.form}
        noValidate={props.marksItself}
        onSubmit={submit}
        onKeyDown={submitByKey}
      >
        <FormDisabledMessage />
        {children}
      </form>
    </Dialog>
  )
}

const GOES_ON = 'It can no longer be cancelled; this dialog stays until its outcome is known.'

/** What was done may have taken away the button that opened the dialog, and the focus with it: then the heading of the page has it. */
function focusHeading(): void {
  if (document.activeElement === document.body)
    document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
}

/** Ctrl+Enter and ⌘Enter, also from a text area. */
function submitByKey(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) event.currentTarget.requestSubmit()
}
