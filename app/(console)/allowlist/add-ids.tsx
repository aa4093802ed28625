'use client'

import { type KeyboardEvent, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { isComposing } from '#components/ui/is-composing.ts'
import { LiveRegion } from '#components/ui/live-region.tsx'
import text from '#components/ui/text.module.css'
import { TextArea } from '#components/ui/text-field.tsx'
import { type PastedIds, parsePastedIds } from '#lib/hap/lifecycle/multi-account-change.ts'
import { labelValueProblem } from '#lib/hap/pools/labels.ts'
import { formatCount, formatPlural } from '#lib/util/format.ts'
import styles from './allowlist.module.css'

/** Text of the input box. */
export interface Adding {
  readonly typed: string
  readonly onType: (text: string) => void
}

interface AddIdsProps extends Adding {
  /** Ids that are listed already. */
  readonly ids: readonly string[]
  readonly onAdd: (ids: readonly string[]) => void
  readonly onEverybody: () => void
}

/** Adds one or many ids. Invalid ids stay in the box, with the reason. */
export function AddIds({ typed, onType, ids, onAdd, onEverybody }: AddIdsProps) {
  const [done, setDone] = useState('')
  const found = parsePastedIds(typed)
  const listed = new Set(ids)
  const added = found.ids.filter(id => !listed.has(id))
  const folded = describeLeftOut(found.repeated, found.ids.length - added.length)
  const add = () => {
    onAdd(added)
    onType(found.wrong.join('\n'))
    setDone([`${formatPlural(added.length, 'id')} added.`, folded].filter(Boolean).join(' '))
  }
  const submitByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey) || added.length === 0) return
    if (isComposing(event.nativeEvent)) return
    event.preventDefault()
    add()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a shortcut for the button below
    <div className={styles.adding} onKeyDown={submitByKey}>
      <TextArea
        label="Add global accounts"
        hint="one or more IDs"
        help={done || 'One per line, comma-separated, or a YAML or JSON list'}
        error={found.wrong.length > 0 ? <Wrong wrong={found.wrong} /> : undefined}
        value={typed}
        onChange={value => {
          onType(value)
          setDone('')
        }}
      />
      <div className={styles.addRow}>
        <Button disabledReason={added.length > 0 ? null : nothingToAdd(found)} onClick={add}>
          {added.length > 1 ? `Add ${formatPlural(added.length, 'id')}` : 'Add'}
        </Button>
        {folded !== '' && <span className={text.muted}>{folded}</span>}
        {found.wrong.includes('*') && (
          <Button look="ghost" onClick={onEverybody}>
            Allow all global accounts instead
          </Button>
        )}
      </div>
      <LiveRegion message={done} />
    </div>
  )
}

const SHOWN = 3

function Wrong({ wrong }: { readonly wrong: readonly string[] }) {
  return [...Map.groupBy(wrong, reasonOf)].map(([reason, ids]) => {
    const more = ids.length - SHOWN
    const named = ids.slice(0, SHOWN).map(quoteInvalidId).join(', ')
    return (
      <span key={reason} className={styles.wrong}>
        {named}
        {more > 0 && ` and ${formatCount(more)} more`}: {reason}
      </span>
    )
  })
}

function reasonOf(word: string): string {
  if (word === '*') return '“*” means all global accounts. Choose “All” instead.'
  return labelValueProblem(word) ?? ''
}

function nothingToAdd({ ids, wrong }: Pick<PastedIds, 'ids' | 'wrong'>): string {
  if (ids.length > 0) return 'All of these IDs are already listed.'
  return wrong.length > 0 ? 'The text contains no valid ID.' : 'Enter at least one ID.'
}

/** Message on duplicates and listed ids that were left out; empty when all pasted ids are added. */
function describeLeftOut(repeated: number, listed: number): string {
  const parts = [
    repeated > 0 && `${formatPlural(repeated, 'duplicate')} skipped.`,
    listed > 0 && `${formatCount(listed)} already listed.`,
  ]
  return parts.filter(Boolean).join(' ')
}

const MAX_LENGTH = 48

/** Formats an invalid id for a message: quoted, truncated, with invisible characters escaped. */
export function quoteInvalidId(text: string): string {
  const seen = text.replaceAll(/(?! )[\p{C}\p{Z}]/gu, character => `\\u${hex(character)}`)
  return `“${seen.length > MAX_LENGTH ? `${seen.slice(0, MAX_LENGTH - 1)}…` : seen}”`
}

function hex(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')
}
