import { useContext } from 'react'
import { Button } from '#components/ui/button.tsx'
import text from '#components/ui/text.module.css'
import type { JobTargetDetail } from '#lib/services/jobs/job-detail.ts'
import { resultWords } from './result-words.ts'
import { ShowResult } from './show-result.ts'

/** Longer results do not fit into a row. */
const MOST_CHARACTERS = 60

/**
 * Result of a target as text, with a button for concurrent changes or the text that does not fit.
 */
export function TargetResult({ target }: { readonly target: JobTargetDetail }) {
  const { name, changed } = target
  const show = useContext(ShowResult)
  const words = resultWords(target)
  if (words === '') return null
  const said = <span data-tip={words}>{words}</span>
  if (changed === null && words.length <= MOST_CHARACTERS) return said
  const verb = changed === null ? 'Whole result' : 'What changed'
  return (
    <span className={text.row}>
      <Button
        size="small"
        aria-label={changed === null ? `Whole result of ${name}` : `What changed on ${name}`}
        onClick={() => show(target)}
      >
        {verb}
      </Button>
      <span className={text.cut}>{said}</span>
    </span>
  )
}
