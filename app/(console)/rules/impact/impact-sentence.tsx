import text from '#components/ui/text.module.css'
import type { ImpactView } from '#lib/queries/impact/impact-view.ts'
import { formatPlural } from '#lib/util/format.ts'
import { RowCount, type ShownRows } from './row-count.tsx'

interface ImpactSentenceProps {
  readonly view: Pick<ImpactView, 'all' | 'changes' | 'unknown'>
  /** What is counted: "cluster" or "request". */
  readonly what: string
  readonly changed: boolean
  readonly onShow: (rows: ShownRows) => void
}

/** The whole in a sentence or two; each number opens its rows. */
export function ImpactSentence({ view: { all, changes, unknown }, what, changed, onShow }: ImpactSentenceProps) {
  const open = unknown.reduce((sum, { clusters }) => sum + clusters, 0)
  const moves = all.clusters - open - changes.unchanged.clusters - changes.unmatched.clusters
  const countOf = (count: number, words: string, choice: string) => (
    <RowCount
      count={count}
      what={what}
      which={` ${words}`}
      rows={{ choice, title: `${formatPlural(count, what)} ${words}` }}
      onShow={onShow}
    />
  )
  return (
    <p className={text.muted}>
      {changed ? (
        <>
          The draft changes where {countOf(moves, 'that would go elsewhere', 'changing')} {nounOf(what, moves)} of{' '}
          {countOf(all.clusters, 'looked at', 'all')} would go.
        </>
      ) : (
        'The draft is what is in force.'
      )}
      {open > 0 && (
        <>
          {' '}
          {countOf(open, 'that cannot be evaluated', 'unknown')} {nounOf(what, open)} cannot be evaluated.
        </>
      )}{' '}
      No cluster moves by itself: this is where the next one like each would go.
    </p>
  )
}

function nounOf(what: string, count: number): string {
  return count === 1 ? what : `${what}s`
}
