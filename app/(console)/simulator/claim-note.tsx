import { BindingLink } from '#components/hap/binding-link.tsx'
import { KindTag } from '#components/hap/kind-tag.tsx'
import { Icon, type IconName } from '#components/ui/icon.tsx'
import type { ClaimNote as Note } from '#lib/services/simulator/preview-claim.ts'
import { formatCount } from '#lib/util/format.ts'
import styles from './outcome-panel.module.css'

const ICONS: Readonly<Record<Note['kind'], IconName>> = {
  other: 'clock',
  queue: 'clock',
  more: 'clock',
  unknown: 'warning',
}

/** Says what a claim would do now, when that differs from the answer. */
export function ClaimNote({ note }: { readonly note: Note }) {
  return (
    <div className={styles.hint}>
      <Icon name={ICONS[note.kind]} />
      <p className={styles.text}>
        <Sentence note={note} />
      </p>
      {note.kind === 'other' && (
        <span className={styles.tags}>
          <KindTag kind={note.binding.kind} />
        </span>
      )}
    </div>
  )
}

function Sentence({ note }: { readonly note: Note }) {
  if (note.kind !== 'other') return formatClaimNote(note)
  return (
    <>
      A claim now would take <BindingLink binding={note.binding} /> instead. {note.why}
    </>
  )
}

/** The note as plain text. */
export function formatClaimNote(note: Note): string {
  switch (note.kind) {
    case 'other':
      return `A claim now would take ${note.binding.name} instead. ${note.why}`
    case 'queue':
      return note.place === 1
        ? `A claim now would be the first in the queue. ${note.why}`
        : `A claim now would be number ${formatCount(note.place)} in the queue. ${note.why}`
    case 'more':
    case 'unknown':
      return note.words
  }
}
