'use client'

import { useState } from 'react'
import { signedOutAnswer } from '#app/data/call-failure.ts'
import { FileField } from '#components/ui/file-field.tsx'
import { FormDialog } from '#components/ui/form-dialog.tsx'
import { Message } from '#components/ui/message.tsx'
import { TextArea } from '#components/ui/text-field.tsx'
import type { MultiAccount } from '#lib/hap/lifecycle/multi-account.ts'
import { Refusal } from '../refusal.tsx'
import { readAllowlistFile } from './actions.ts'
import styles from './allowlist.module.css'

interface ImportDialogProps {
  /** Replaces the draft by the parsed settings. */
  readonly onTake: (settings: MultiAccount) => void
  readonly onClose: () => void
}

/** Below the server's body limit, which also covers the encoding around the text. */
const MAX_CHARACTERS = 900_000

/** Imports a values.yaml as the draft. Saves nothing. */
export function ImportDialog({ onTake, onClose }: ImportDialogProps) {
  const [typed, setTyped] = useState('')
  const [reading, setReading] = useState(false)
  const [problems, setProblems] = useState<readonly string[] | string | null>(null)
  const disabledReason = reading
    ? 'Checking the text…'
    : typed.trim() === ''
      ? 'Choose a file or paste its text.'
      : null
  const choose = async (file: File) => {
    if (file.size > MAX_CHARACTERS) return setProblems([TOO_LONG])
    setProblems(null)
    try {
      setTyped(await file.text())
    } catch {
      setProblems([`${file.name} could not be read. Choose it again, or paste its text.`])
    }
  }
  const submit = async () => {
    if (typed.length > MAX_CHARACTERS) return setProblems([TOO_LONG])
    setReading(true)
    const answer = await readAllowlistFile(typed).catch(signedOutAnswer)
    setReading(false)
    if (answer?.kind === 'read') {
      onTake(answer.multiAccount)
      return onClose()
    }
    if (answer === null) setProblems('The console is not responding. Your input is kept.')
    else setProblems(answer.kind === 'invalid' ? answer.problems : answer.reason)
  }
  return (
    <FormDialog
      title="Import YAML"
      description="Replaces the draft of the allowlist and limits with those of a values.yaml. Nothing is saved until you review and save it."
      verb="Load"
      disabledReason={disabledReason}
      busy={reading}
      touched={typed !== ''}
      onSubmit={submit}
      onClose={onClose}
    >
      <ImportProblems of={problems} />
      <TextArea
        label="hap.multiHyperscalerAccount"
        hint="values.yaml, or only the part below hap.multiHyperscalerAccount"
        placeholder={EXAMPLE}
        value={typed}
        onChange={text => {
          setTyped(text)
          // The problems belong to the previous text.
          setProblems(null)
        }}
        file
      />
      <FileField label="Or choose a file" accept=".yaml,.yml,.json" onChoose={file => void choose(file)} />
    </FormDialog>
  )
}

const TOO_LONG = 'The text is too long. Paste only the part below hap.multiHyperscalerAccount.'

const EXAMPLE = `hap:
  multiHyperscalerAccount:
    allowedGlobalAccounts: ["*"]
    limits:
      default: 3
      aws: 180`

interface ImportProblemsProps {
  /** Problems of the text, one sentence each; a string when the text could not be read; null for none. */
  readonly of: readonly string[] | string | null
}

/** Why the import of a text failed. */
export function ImportProblems({ of }: ImportProblemsProps) {
  if (of === null) return null
  if (typeof of === 'string') return <Refusal>{of}</Refusal>
  return (
    <Message tone="danger" announce>
      <ul className={styles.problems}>
        {of.map(problem => (
          <li key={problem}>{problem}</li>
        ))}
      </ul>
    </Message>
  )
}
