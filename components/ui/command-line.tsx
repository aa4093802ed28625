import { Fragment } from 'react'
import styles from './command-line.module.css'
import { CopyButton } from './copy-button.tsx'

interface CommandLineProps {
  readonly text: string
  /** Name of the text after "Copy": "command". */
  readonly what: string
}

/** A shell command with a copy button. Wraps at spaces and commas, but not within an option. */
export function CommandLine({ text, what }: CommandLineProps) {
  return (
    <div className={styles.command}>
      <code className={styles.text}>
        {text.split(' ').map((word, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a word has no identity but its place
          <Fragment key={index}>
            {index > 0 && ' '}
            {word.startsWith('-') ? <span className={styles.option}>{word}</span> : breakable(word)}
          </Fragment>
        ))}
      </code>
      <CopyButton text={text} what={what} />
    </div>
  )
}

function breakable(word: string) {
  return word.split(/(?<=,)/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a part has no identity but its place
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}
