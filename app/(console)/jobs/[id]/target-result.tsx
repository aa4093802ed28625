import { useContext } from 'react'
import type { ToldTarget } from '#app/api/job-detail.ts'
import { Button } from '#components/ui/button.tsx'
import text from '#components/ui/text.module.css'
import { ShowChange } from './show-change.ts'

/** What a target came to, in words; where somebody else changed the binding, with a way to see what. */
export function TargetResult({ target }: { readonly target: ToldTarget }) {
  const { name, message, change, changed } = target
  const show = useContext(ShowChange)
  const words = [change, message].filter(each => each !== null).join('. ')
  if (words === '') return null
  const said = <span data-tip={words}>{words}</span>
  if (changed === null) return said
  return (
    <span className={text.row}>
      <Button size="small" aria-label={`What changed on ${name}`} onClick={() => show(target)}>
        What changed
      </Button>
      <span className={text.cut}>{said}</span>
    </span>
  )
}
