import { useVisit } from '#components/address/use-visit.ts'
import { Select } from '#components/ui/select.tsx'
import { paths } from '#lib/paths.ts'
import styles from '../revisions.module.css'

interface CompareChoiceProps {
  readonly number: number
  /** It is compared with this one. */
  readonly from: number
  /** Number of the last revision; there is none missing below it. */
  readonly last: number
}

/** Which other revision this one is compared with: any of them, and what was in force before the first. */
export function CompareChoice({ number, from, last }: CompareChoiceProps) {
  const visit = useVisit()
  const others = Array.from({ length: last + 1 }, (_, at) => last - at).filter(other => other !== number)
  return (
    <div className={styles.compared}>
      <Select
        label="Compared with"
        value={String(from)}
        options={others.map(other => ({ value: String(other), label: optionOf(other, number, last) }))}
        onChange={chosen => visit(paths.rulesRevision(number, { from: Number(chosen) }))}
      />
    </div>
  )
}

function optionOf(other: number, number: number, last: number): string {
  if (other === 0) return 'What was in force before'
  const notes = [other === number - 1 && 'the one before', other === last && 'in force'].filter(Boolean)
  return notes.length === 0 ? `Revision ${other}` : `Revision ${other} (${notes.join(', ')})`
}
