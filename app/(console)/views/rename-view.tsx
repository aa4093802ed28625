import { type FormEvent, use, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { FormObstacle } from '#components/ui/form-obstacle.ts'
import { TextField } from '#components/ui/text-field.tsx'
import styles from './views.module.css'

interface RenameViewProps {
  readonly name: string
  readonly onRename: (name: string) => Promise<void>
  readonly onCancel: () => void
}

/** In place of a view's line: its name to change. */
export function RenameView({ name, onRename, onCancel }: RenameViewProps) {
  const [next, setNext] = useState(name)
  const obstacle = use(FormObstacle)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (obstacle === null && next.trim() !== '') void onRename(next)
  }
  return (
    <form className={styles.rename} onSubmit={submit}>
      <div className={styles.name}>
        <TextField
          label={`New name of ${name}`}
          value={next}
          onChange={setNext}
          maxLength={60}
          autoFocus
          autoComplete="off"
        />
      </div>
      <Button type="submit" disabledReason={obstacle}>
        Rename
      </Button>
      <Button look="ghost" onClick={onCancel}>
        Cancel
      </Button>
    </form>
  )
}
