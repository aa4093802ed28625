import { Fragment } from 'react'
import styles from './command-line.module.css'
import { CopyButton } from './copy-button.tsx'

interface CommandLineProps {
  readonly text: string
  /** What is copied, after "Copy": "command". */
  readonly what: string
}

/** A command for a terminal, whole and ready to be copied. Long ones break after a comma. */
export function CommandLine({ text, what }: CommandLineProps) {
  return (
    <div className={styles.command}>
      <code className={styles.text}>
        {text.split(/(?<=,)/).map((part, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a part has no identity but its place
          <Fragment key={index}>
            {index > 0 && <wbr />}
            {part}
          </Fragment>
        ))}
      </code>
      <CopyButton text={text} what={what} />
    </div>
  )
}
