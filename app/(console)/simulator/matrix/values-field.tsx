import { Button } from '#components/ui/button.tsx'
import { formatPlural } from '#components/ui/format.ts'
import { TextArea } from '#components/ui/text-area.tsx'
import styles from './matrix.module.css'
import { valuesOf } from './matrix-text.ts'

interface ValuesFieldProps {
  readonly label: string
  /** Short name behind the label: "PR". */
  readonly hint?: string | undefined
  readonly text: string
  readonly onChange: (text: string) => void
  /** What the landscape knows. */
  readonly known?: readonly string[] | undefined
}

/** What an address can hold of one field: five such texts stay below what servers and proxies take. */
const MOST_CHARACTERS = 1_500

/** Several values of one field, between commas or white space. */
export function ValuesField({ label, hint, text, onChange, known = [] }: ValuesFieldProps) {
  const values = valuesOf(text)
  const missing = known.filter(value => !values.includes(value))
  const all = [...values, ...missing].join(', ')
  const words =
    values.length === 0
      ? `All ${known.length.toLocaleString('en')} known`
      : `Add ${missing.length.toLocaleString('en')} more`
  return (
    <div className={styles.field}>
      <TextArea
        label={label}
        hint={[hint, values.length > 1 && formatPlural(values.length, 'value')].filter(Boolean).join(', ')}
        value={text}
        onChange={onChange}
        maxLength={MOST_CHARACTERS}
      />
      {missing.length > 0 && all.length <= MOST_CHARACTERS && (
        <Button size="small" look="ghost" onClick={() => onChange(all)} aria-label={`${words}: ${label}`}>
          {words}
        </Button>
      )}
    </div>
  )
}
