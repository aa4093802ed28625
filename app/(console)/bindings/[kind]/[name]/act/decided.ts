import { type ChangedLine, changedLines } from '#lib/hap/actions/diff.ts'
import type { EpochSpan } from '#lib/hap/audit/entry-change.ts'
import { epochOf } from '#lib/hap/lifecycle/change.ts'
import { type BindingRef, bindingKey } from '#lib/hap/pools/binding.ts'
import type { SeenBinding } from '#lib/services/actions/action-view.ts'
import type { Preview } from './use-preview.ts'

/** The bindings that a person decides on, in the versions that were shown. */
export interface Decided {
  /** The binding of the page. */
  readonly own: SeenBinding
  /** Other bindings of the account that the action changes too; null before the first preview. */
  readonly others: readonly { readonly binding: BindingRef; readonly now: SeenBinding }[] | null
}

/** What happened to one of the bindings since it was shown. */
export interface ChangedBinding {
  /** Null = the binding of the page. */
  readonly other: BindingRef | null
  /** Epochs of the binding when shown and now; null unless both are known. */
  readonly span: EpochSpan | null
  readonly lines: readonly ChangedLine[]
  /** What the change means for the action, as a sentence; null when the lines explain it. */
  readonly words: string | null
}

/** The bindings as a preview shows them; null when the preview contains none. */
export function decidedOn(preview: Preview): Decided | null {
  if (!('now' in preview) || preview.now === null) return null
  return { own: preview.now, others: preview.status === 'planned' ? preview.others : null }
}

/** Lists the bindings that differ from the versions decided on. */
export function changesSince(seen: Decided, now: Decided): readonly ChangedBinding[] {
  const own: ChangedBinding = {
    other: null,
    span: spanOf(seen.own, now.own),
    lines: changedLines(seen.own, now.own),
    words: null,
  }
  const all = [own, ...(seen.others && now.others ? othersSince(seen.others, now.others) : [])]
  return all.filter(({ lines, words }) => lines.length > 0 || words !== null)
}

function spanOf(seen: SeenBinding, now: SeenBinding): EpochSpan {
  return { from: epochOf(seen), to: epochOf(now) }
}

type Others = NonNullable<Decided['others']>

function othersSince(seen: Others, now: Others): readonly ChangedBinding[] {
  const find = (all: Others, key: string) => all.find(({ binding }) => bindingKey(binding) === key)
  const gone = seen.filter(({ binding }) => !find(now, bindingKey(binding)))
  return [
    ...now.map(({ binding, now: current }) => {
      const before = find(seen, bindingKey(binding))
      const words = before ? null : `${binding.name} refers to the same account and is dirty too now.`
      const span = before ? spanOf(before.now, current) : null
      return { other: binding, span, lines: before ? changedLines(before.now, current) : [], words }
    }),
    ...gone.map(({ binding }) => {
      const words = `${binding.name} is no longer a dirty binding of this account, so nothing is done to it.`
      return { other: binding, span: null, lines: [], words }
    }),
  ]
}
