import { type FormEvent, use, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Checkbox } from '#components/ui/checkbox.tsx'
import { FormObstacle } from '#components/ui/form-obstacle.ts'
import { TextField } from '#components/ui/text-field.tsx'
import type { ViewPage } from '#lib/queries/view-query.ts'
import { saveView } from './actions.ts'
import styles from './views.module.css'

interface SaveViewProps {
  readonly page: ViewPage
  /** Of the address now. */
  readonly query: string
  /** Hears the outcome: why it was not kept, or null. Answers whether all is well, also when there is no outcome. */
  readonly onSaved: (saving: Promise<string | null>) => Promise<boolean>
}

/** Keeps what the page shows now under a name. */
export function SaveView({ page, query, onSaved }: SaveViewProps) {
  const [name, setName] = useState('')
  const [shared, setShared] = useState(false)
  const [busy, setBusy] = useState(false)
  const obstacle = use(FormObstacle) ?? (name.trim() === '' ? 'Give it a name first.' : null)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || obstacle !== null) return
    setBusy(true)
    if (await onSaved(saveView({ page, name, query, shared }))) {
      setName('')
      setShared(false)
    }
    setBusy(false)
  }
  return (
    <form className={styles.save} onSubmit={event => void submit(event)}>
      <div className={styles.name}>
        <TextField
          label="Save this view as"
          help="Saves search, order and columns. The rows are current whenever it is opened."
          value={name}
          onChange={setName}
          maxLength={60}
          autoComplete="off"
        />
      </div>
      <div className={styles.verb}>
        <Checkbox label="Share with everybody" checked={shared} onChange={setShared} />
        <Button type="submit" look="primary" disabledReason={obstacle} aria-busy={busy || undefined}>
          Save view
        </Button>
      </div>
    </form>
  )
}
