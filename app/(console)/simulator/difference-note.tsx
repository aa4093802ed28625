import { BindingLink, KindTag } from '#components/hap/binding-link.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { Tag } from '#components/ui/tag.tsx'
import text from '#components/ui/text.module.css'
import type { OtherSemantics } from '#lib/queries/simulator/simulate.ts'
import styles from './outcome-panel.module.css'

/** Describes the decision of the other semantics and the differences that cause it. */
export function DifferenceNote({ other: { semantics, outcome, differences } }: { readonly other: OtherSemantics }) {
  const who = semantics === 'keb' ? 'KEB' : 'The documented semantics'
  return (
    <div className={styles.difference}>
      <Icon name="warning" />
      <div className={styles.text}>
        <p className={styles.title}>
          {'binding' in outcome ? (
            <>
              {who} would choose <BindingLink binding={outcome.binding} strong /> instead.
            </>
          ) : (
            `${who} would decide differently. ${outcome.message}`
          )}
        </p>
        <CodeText text={differences.map(each => capitalize(`${each.title}: ${each[semantics]}.`)).join(' ')} />
      </div>
      <span className={styles.tags}>
        {'binding' in outcome && <KindTag kind={outcome.binding.kind} />}
        {differences.map(difference => (
          <DifferenceTag key={difference.id} difference={difference} />
        ))}
      </span>
    </div>
  )
}

/** Texts of the engine put code between backticks. */
function CodeText({ text: content }: { readonly text: string }) {
  return content.split('`').map((piece, index) =>
    index % 2 === 0 ? (
      piece
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text have no identity but their place
      <span key={index} className={text.mono}>
        {piece}
      </span>
    ),
  )
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

interface DifferenceTagProps {
  readonly difference: OtherSemantics['differences'][number]
  /** Text before the id of the difference. */
  readonly before?: string | undefined
}

/** The id of a difference between the semantics, `D8`; its tooltip says what each of them does. */
export function DifferenceTag({ difference: { id, title, documented, keb }, before }: DifferenceTagProps) {
  return (
    <span data-tip={`${title}. Documented: ${documented}. KEB: ${keb}.`.replaceAll('`', '')}>
      <Tag tone="warn">{before === undefined ? id : `${before}, ${id}`}</Tag>
    </span>
  )
}
