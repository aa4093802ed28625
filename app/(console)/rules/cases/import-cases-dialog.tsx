import { useState } from 'react'
import { FileField } from '#components/ui/file-field.tsx'
import { FormDialog } from '#components/ui/form-dialog.tsx'
import { Message } from '#components/ui/message.tsx'
import { TextArea } from '#components/ui/text-area.tsx'
import { readCasesFile } from '#lib/rules-file/cases-file.ts'
import { fileProblemWords } from '#lib/rules-file/file-problem.ts'
import { formatPlural } from '#lib/util/format.ts'
import styles from './cases.module.css'

interface ImportDialogProps {
  /** Cases there are, which the file replaces. */
  readonly count: number
  /** Takes the text of a file that was read. */
  readonly onTake: (text: string) => void
  readonly onClose: () => void
}

/** A file of cases becomes the pinned ones, with its comments. */
export function ImportDialog({ count, onTake, onClose }: ImportDialogProps) {
  const [typed, setTyped] = useState('')
  const [problems, setProblems] = useState<readonly string[]>([])
  const choose = async (file: File) => {
    setProblems([])
    try {
      const bytes = new Uint8Array(await file.arrayBuffer())
      const read = readCasesFile(bytes)
      if ('problems' in read) setProblems(read.problems.map(fileProblemWords))
      setTyped('text' in read ? read.text : new TextDecoder().decode(bytes.slice(0, SHOWN_BYTES)))
    } catch {
      setProblems([`${file.name} could not be read. Choose it again, or paste its text.`])
    }
  }
  const submit = async () => {
    const read = readCasesFile(new TextEncoder().encode(typed))
    if ('problems' in read) setProblems(read.problems.map(fileProblemWords))
    else onTake(read.cases.length === 0 ? '' : read.text)
  }
  return (
    <FormDialog
      title="Import cases"
      description={
        count === 0
          ? 'Reads a file of cases, as Export YAML writes it.'
          : `Replaces the ${formatPlural(count, 'case')} on this page by those of a file. Export them first to keep them.`
      }
      verb="Import"
      obstacle={typed.trim() === '' ? 'Choose a file or paste its text first.' : null}
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

/** Of a file nobody can use, its beginning is enough to see that it is the wrong one. */
const SHOWN_BYTES = 100_000

const EXAMPLE = `cases:
  - name: A cluster in the EU gets an account for the EU
    request:
      plan: aws
      platformRegion: cf-eu11
    expect:
      pool: aws · EU`
