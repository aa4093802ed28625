import { useState } from 'react'
import { FileField } from '#components/ui/file-field.tsx'
import { FormDialog } from '#components/ui/form-dialog.tsx'
import { Message } from '#components/ui/message.tsx'
import { TextArea } from '#components/ui/text-field.tsx'
import { readCasesFile } from '#lib/rules-file/cases-file.ts'
import { formatFileProblem } from '#lib/rules-file/file-problem.ts'
import { formatPlural } from '#lib/util/format.ts'
import styles from './cases.module.css'

interface ImportCasesDialogProps {
  /** Number of current cases, which the file replaces. */
  readonly count: number
  /** Receives the text of a valid file of cases. */
  readonly onImport: (text: string) => void
  readonly onClose: () => void
}

/** Replaces the pinned cases by those of a file, and preserves the comments of the file. */
export function ImportCasesDialog({ count, onImport, onClose }: ImportCasesDialogProps) {
  const [typed, setTyped] = useState('')
  const [problems, setProblems] = useState<readonly string[]>([])
  const choose = async (file: File) => {
    setProblems([])
    try {
      const bytes = new Uint8Array(await file.arrayBuffer())
      const read = readCasesFile(bytes)
      if ('problems' in read) setProblems(read.problems.map(formatFileProblem))
      setTyped('text' in read ? read.text : new TextDecoder().decode(bytes.slice(0, SHOWN_BYTES)))
    } catch {
      setProblems([`${file.name} could not be read. Choose it again, or paste its text.`])
    }
  }
  const submit = async () => {
    const read = readCasesFile(new TextEncoder().encode(typed))
    if ('problems' in read) setProblems(read.problems.map(formatFileProblem))
    else onImport(read.cases.length === 0 ? '' : read.text)
  }
  return (
    <FormDialog
      title="Import cases"
      description={
        count === 0
          ? 'Imports a file in the format of Export YAML.'
          : `Replaces the ${formatPlural(count, 'case')} on this page with those of a file. Export them first to keep them.`
      }
      verb="Import"
      disabledReason={typed.trim() === '' ? 'Choose a file or paste its text.' : null}
      touched={typed !== ''}
      onSubmit={submit}
      onClose={onClose}
    >
      {problems.length > 0 && (
        <Message tone="danger" announce>
          <ul className={styles.problems}>
            {problems.map(problem => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </Message>
      )}
      <TextArea label="Cases" placeholder={EXAMPLE} value={typed} onChange={setTyped} file />
      <FileField label="Or choose a file" accept=".yaml,.yml,.json" onChoose={file => void choose(file)} />
    </FormDialog>
  )
}

/** Bytes of an unreadable file that the form shows: enough to recognize the wrong file. */
const SHOWN_BYTES = 100_000

const EXAMPLE = `cases:
  - name: A cluster in the EU gets an account for the EU
    request:
      plan: aws
      platformRegion: cf-eu11
    expect:
      pool: aws · EU`
