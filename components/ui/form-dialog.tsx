import { type FormEvent, type KeyboardEvent, type ReactNode, use, useEffect, useId } from 'react'
import { Button } from './button.tsx'
import styles from './dialog.module.css'
import { Dialog } from './dialog.tsx'
import { FormDisabledMessage, FormDisabledReason } from './field.tsx'
import { isComposing } from './is-composing.ts'

interface FormDialogProps {
  readonly title: ReactNode
  readonly description?: ReactNode
  /** Left end of the footer: the recorded user. */
  readonly note?: ReactNode
  /** Label of the submit button. */
  readonly verb: string
  readonly danger?: boolean
  /** Why the form cannot be submitted, as a sentence; null when it can. */
  readonly disabledReason: string | null
  /** Whether the submission is running. The dialog stays open until its outcome is known. */
  readonly busy?: boolean
  /**
   * Whether the form shows missing input itself, which disables the browser's validation bubbles.
   */
  readonly marksItself?: boolean
  /** Whether the form has input. */
  readonly touched: boolean
  /** Called only while the submit button is enabled. */
  readonly onSubmit: () => Promise<void>
  readonly onClose: () => void
  readonly children: ReactNode
}

/** A dialog with a form that confirms an action. */
export function FormDialog(props: FormDialogProps) {
  const {
    title,
    description,
    note,
    verb,
    danger,
    disabledReason: obstacle,
    busy = false,
    touched,
    onSubmit,
    onClose,
    children,
  } = props
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
      hasInput={touched}
      closeDisabledReason={busy ? GOES_ON : null}
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

const GOES_ON = 'It can no longer be cancelled. This dialog closes once the change is written.'

/** Focuses the heading of the page when the action removed the button that opened the dialog. */
function focusHeading(): void {
  if (document.activeElement === document.body)
    document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
}

/** Submits on Ctrl+Enter and ⌘Enter, also from a text area. */
function submitByKey(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey) || isComposing(event.nativeEvent)) return
  event.currentTarget.requestSubmit()
}
