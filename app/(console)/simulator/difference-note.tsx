import { BindingLink } from '#components/hap/binding-link.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { Tag } from '#components/ui/tag.tsx'
import text from '#components/ui/text.module.css'
import type { OtherSemantics } from '#lib/queries/simulator/simulate.ts'
import { isNumbered } from './numbered.ts'
import styles from './outcome-panel.module.css'

/** What the other semantics would do instead, and which differences are behind it, in words. */
export function DifferenceNote({ other: { semantics, outcome, differences } }: { readonly other: OtherSemantics }) {
  const who = semantics === 'keb' ? 'KEB' : 'The documented semantics'
  return (
    <div className={styles.difference}>
      <Icon name="warning" />
      <div className={styles.words}>
        <span className={text.strong}>
          {'binding' in outcome ? (
            <>
              {who} would take <BindingLink binding={outcome.binding} /> instead.
            </>
          ) : (
            `${who} decides otherwise. ${outcome.message}`
          )}
        </span>{' '}
        <WithCode words={differences.map(({ title, words }) => sentence(`${title}: ${words}.`)).join(' ')} />
      </div>
      <span className={styles.tags}>
        {differences
          .filter(({ id }) => isNumbered(id))
          .map(({ id, title }) => (
            <span key={id} data-tip={sentence(title)}>
              <Tag tone="warn">{id}</Tag>
            </span>
          ))}
      </span>
    </div>
  )
}

/** Pieces between backticks are what somebody could type. */
function WithCode({ words }: { readonly words: string }) {
  return words.split('`').map((piece, index) =>
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

function sentence(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}
