import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { TextArea } from '#components/ui/text-area.tsx'
import { parseValues } from '#lib/hap/analysis/matrix.ts'
import { formatCount, formatPlural } from '#lib/util/format.ts'
import { fittingValues, MOST_CHARACTERS } from './fitting-values.ts'
import styles from './matrix.module.css'

interface ValuesFieldProps {
  readonly label: string
  /** Short name behind the label: "PR". */
  readonly hint?: string | undefined
  readonly text: string
  readonly onChange: (text: string) => void
  /** What the landscape knows. */
  readonly known?: readonly string[] | undefined
}

/** Several values of one field, between commas or white space. */
export function ValuesField({ label, hint, text, onChange, known = [] }: ValuesFieldProps) {
  const [left, setLeft] = useState(0)
  const values = parseValues(text)
  const missing = known.filter(value => !values.includes(value))
  const all = [...values, ...missing].join(', ')
  const words =
    values.length === 0 ? `All ${formatCount(known.length)} known` : `Add ${formatCount(missing.length)} more`
  const take = (typed: string) => {
    const fitting = fittingValues(typed, text)
    setLeft(fitting.left)
    onChange(fitting.text)
  }
  return (
    <div className={styles.field}>
      <TextArea
        label={label}
        hint={[hint, values.length > 1 && formatPlural(values.length, 'value')].filter(Boolean).join(', ')}
        value={text}
        onChange={take}
        error={
          left > 0
            ? `No room for ${formatPlural(left, 'more value')}: a field holds ${formatCount(MOST_CHARACTERS)} characters.`
            : null
        }
      />
      {missing.length > 0 && all.length <= MOST_CHARACTERS && (
        <Button size="small" look="ghost" onClick={() => take(all)} aria-label={`${words}: ${label}`}>
          {words}
        </Button>
      )}
    </div>
  )
}
