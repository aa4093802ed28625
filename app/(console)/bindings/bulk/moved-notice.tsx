import { Arriving } from '#components/ui/arriving.tsx'
import { Button } from '#components/ui/button.tsx'
import { Message } from '#components/ui/message.tsx'
import text from '#components/ui/text.module.css'
import { formatCount, formatPlural } from '#lib/util/format.ts'
import styles from './bulk.module.css'
import type { MovedTarget } from './targets-since.ts'

interface MovedNoticeProps {
  readonly moved: readonly MovedTarget[]
  readonly onSeen: () => void
}

/** Number of bindings listed; a longer list is not read. */
const SHOWN = 50

/** Shows concurrent changes to the selection and lets the person decide on the new state. */
export function MovedNotice({ moved, onSeen }: MovedNoticeProps) {
  const more = moved.length - SHOWN
  return (
    <Arriving>
      <Message
        tone="warn"
        announce
        action={
          <Button size="small" onClick={onSeen}>
            Continue with this
          </Button>
        }
      >
        <p>{formatPlural(moved.length, 'binding')} changed in the meantime. Your input is kept.</p>
        <ul className={styles.since} tabIndex={-1}>
          {moved.slice(0, SHOWN).map(({ kind, name, words }) => (
            <li key={`${kind} ${name}`}>
              <span className={text.mono}>{name}</span> {words}
            </li>
          ))}
          {more > 0 && <li>and {formatCount(more)} more</li>}
        </ul>
      </Message>
    </Arriving>
  )
}
