import { useId } from 'react'
import styles from './file-field.module.css'

interface FileFieldProps {
  readonly label: string
  /** Accepted file extensions, comma-separated. */
  readonly accept: string
  readonly onChoose: (file: File) => void
}

/** File input. The same file can be chosen again after it changed. */
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
