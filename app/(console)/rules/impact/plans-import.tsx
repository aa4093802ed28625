import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { serverNow } from '#components/ui/clock.tsx'
import { FileField } from '#components/ui/file-field.tsx'
import { FormDialog } from '#components/ui/form-dialog.tsx'
import { Message } from '#components/ui/message.tsx'
import text from '#components/ui/text.module.css'
import { TextArea } from '#components/ui/text-field.tsx'
import { formatPlansFile, MAX_IMPORT_LENGTH, parsePlansFile } from '#lib/hap/plans/imported-plans.ts'
import type { ImportCheck } from '#lib/queries/shoots/imported-plans.ts'
import { formatPlural } from '#lib/util/format.ts'
import type { ImportedPlans } from '../tab-drafts.ts'
import { useImportedPlans } from '../use-seen-requests.ts'

/** Shows the imported file, and imports or removes one. */
export function PlansImport() {
  const { imported, setImported } = useImportedPlans()
  const [open, setOpen] = useState(false)
  return (
    <>
      {imported && (
        <span className={text.muted}>
          {imported.name}, {formatPlural(imported.clusters, 'cluster')}
        </span>
      )}
      {imported && <Button onClick={() => setImported(null)}>Remove import</Button>}
      <Button onClick={() => setOpen(true)}>Import plans</Button>
      {open && (
        <PlansImportDialog
          onImport={plans => {
            setImported(plans)
            setOpen(false)
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

interface PlansImportDialogProps {
  readonly onImport: (plans: ImportedPlans) => void
  readonly onClose: () => void
}

/** Limit of listed problems; a file with more is the wrong file. */
const MAX_SHOWN_PROBLEMS = 20
/**
 * Size limit of the chosen file. Its other columns are dropped, so it may exceed the limit of an
 * import.
 */
const MAX_FILE_LENGTH = 20 * MAX_IMPORT_LENGTH

/**
 * Imports plans and platform regions of clusters, for clusters whose plan neither the database nor
 * KIM knows.
 */
function PlansImportDialog({ onImport, onClose }: PlansImportDialogProps) {
  const [typed, setTyped] = useState('')
  const [file, setFile] = useState<string | null>(null)
  const [problems, setProblems] = useState<readonly string[]>([])
  const choose = async (chosen: File) => {
    if (chosen.size > MAX_FILE_LENGTH) return setProblems([`${chosen.name} is larger than 18 MB.`])
    try {
      take(await chosen.text(), chosen.name)
    } catch {
      setProblems([`${chosen.name} could not be read. Choose it again, or paste its text.`])
    }
  }
  const take = (text: string, name: string) => {
    setFile(name)
    const read = parsePlansFile(text)
    if ('problems' in read) return setProblems(read.problems)
    const plans = formatPlansFile(read.plans)
    if (plans.length > MAX_IMPORT_LENGTH) {
      const clusters = formatPlural(read.plans.size, 'cluster')
      return setProblems([`${name} has ${clusters}, over the limit. Remove clusters with a known plan.`])
    }
    onImport({ id: new Date(serverNow()).toISOString(), name, clusters: read.plans.size, text: plans })
  }
  return (
    <FormDialog
      title="Import plans"
      description="Plans and platform regions of clusters, by name or runtime id. Used only where database and KIM have no data; kept in this browser tab."
      verb="Import"
      disabledReason={typed.trim() === '' ? 'Choose a file or paste its text.' : null}
      touched={typed !== ''}
      onSubmit={async () => take(typed, 'pasted text')}
      onClose={onClose}
    >
      {problems.length > 0 && (
        <Message tone="danger" announce>
          {file === null ? '' : `Nothing was imported from ${file}.`}
          <ul>
            {problems.slice(0, MAX_SHOWN_PROBLEMS).map(problem => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
          {problems.length > MAX_SHOWN_PROBLEMS &&
            `and ${formatPlural(problems.length - MAX_SHOWN_PROBLEMS, 'more problem')}`}
        </Message>
      )}
      <TextArea
        label="Plans by cluster"
        hint="CSV with a header row, or a JSON list"
        placeholder={EXAMPLE}
        value={typed}
        onChange={setTyped}
        file
      />
      <FileField label="Or choose a file" accept=".csv,.json" onChoose={file => void choose(file)} />
    </FormDialog>
  )
}

const EXAMPLE = `cluster,plan,platform_region
c-7f3a2b1,aws,cf-eu11
c-91d0e44,azure,cf-us20`

const PARTS = [
  ['clusters', 'no known cluster'],
  ['plans', 'no known plan'],
  ['platformRegions', 'a platform region unknown to rules, pools and other clusters'],
] as const

/**
 * Describes names in the imported plans that the landscape does not know; null when all are known.
 */
export function formatUnknownNames(check: ImportCheck): string | null {
  const sentences = PARTS.flatMap(([part, description]) => {
    const { lines, first } = check[part]
    if (lines === 0) return []
    const more = lines > first.length ? ', …' : ''
    return [
      `${formatPlural(lines, 'line')} ${lines === 1 ? 'names' : 'name'} ${description} (${first.join(', ')}${more}).`,
    ]
  })
  return sentences.length === 0 ? null : sentences.join(' ')
}
