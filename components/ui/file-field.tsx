import { useId } from 'react'
import styles from './file-field.module.css'

interface FileFieldProps {
  readonly label: string
  /** The ends of the names of files that fit, comma-separated. */
  readonly accept: string
  readonly onChoose: (file: File) => void
}

/** Takes a file from the disk. The same one can be chosen again after it was changed. */
export function FileField({ label, accept, onChoose }: FileFieldProps) {
  const id = useId()
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="file"
        accept={accept}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          target.value = ''
          if (file) onChoose(file)
        }}
      />
    </div>
  )
}
