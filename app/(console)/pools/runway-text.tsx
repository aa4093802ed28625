import text from '#components/ui/text.module.css'
import { VisuallyHidden } from '#components/ui/visually-hidden.tsx'
import type { Runway, Window } from '#lib/hap/pools/alarm.ts'
import { formatCount } from '#lib/util/format.ts'
import { RUNWAY_UNKNOWN, runwayWords } from './runway-words.ts'

interface RunwayTextProps {
  readonly runway: Runway
  /** Days that the rate was measured over. */
  readonly window: Window
}

/** Runway of a pool, short enough for a cell: ` · 9 d`, ` · steady`. */
export function RunwayText({ runway, window }: RunwayTextProps) {
  return (
    <span className={text.muted} data-tip={runwayWords(runway, window)}>
      {' '}
      · {shortWords(runway)}
    </span>
  )
}

function shortWords(runway: Runway) {
  if (runway.kind === 'days') return `${formatCount(runway.days)} d`
  if (runway.kind === 'steady') return 'steady'
  return (
    <>
      <span aria-hidden="true">?</span>
      <VisuallyHidden>{RUNWAY_UNKNOWN}</VisuallyHidden>
    </>
  )
}
