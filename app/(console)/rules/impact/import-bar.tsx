import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import text from '#components/ui/text.module.css'
import { formatPlural } from '#lib/util/format.ts'
import { ImportDialog } from './import-dialog.tsx'
import { useImport } from './use-import.ts'

/** What was imported, and how to import something else. */
export function ImportBar() {
  const { imported, keep } = useImport()
  const [open, setOpen] = useState(false)
  return (
    <>
      {imported && (
        <span className={text.muted}>
          {imported.name}, {formatPlural(imported.clusters, 'cluster')}
        </span>
      )}
      {imported && <Button onClick={() => keep(null)}>Remove import</Button>}
      <Button onClick={() => setOpen(true)}>Import plans</Button>
      {open && (
        <ImportDialog
          onTake={plans => {
            keep(plans)
            setOpen(false)
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
