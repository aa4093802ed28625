import { BindingLink } from '#components/hap/binding-link.tsx'
import { KindTag } from '#components/hap/kind-tag.tsx'
import { Icon } from '#components/ui/icon.tsx'
import text from '#components/ui/text.module.css'
import type { OtherSemantics } from '#lib/queries/simulator/simulate.ts'
import { DifferenceTag } from './difference-tag.tsx'
import styles from './outcome-panel.module.css'

/** What the other semantics would do instead, and which differences are behind it, in words. */
export function DifferenceNote({ other: { semantics, outcome, differences } }: { readonly other: OtherSemantics }) {
  const who = semantics === 'keb' ? 'KEB' : 'The documented semantics'
  return (
    <div className={styles.difference}>
      <Icon name="warning" />
      <div className={styles.words}>
        <p className={styles.title}>
          {'binding' in outcome ? (
            <>
              {who} would take <BindingLink binding={outcome.binding} strong /> instead.
            </>
          ) : (
            `${who} decides otherwise. ${outcome.message}`
          )}
        </p>
        <WithCode words={differences.map(each => sentence(`${each.title}: ${each[semantics]}.`)).join(' ')} />
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
