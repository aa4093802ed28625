import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { TextLink } from '#components/ui/links.tsx'
import { SmallTable } from '#components/ui/small-table.tsx'
import text from '#components/ui/text.module.css'
import { combinationAt, FIELD_NAMES, MATRIX_FIELDS, type Matrix } from '#lib/hap/analysis/matrix.ts'
import { paths } from '#lib/paths.ts'
import { formatPlural } from '#lib/util/format.ts'
import styles from './matrix.module.css'

const COLUMNS = [...MATRIX_FIELDS.map(field => ({ header: FIELD_NAMES[field] })), { header: 'Simulator', width: 96 }]

const OTHER_FIELDS = MATRIX_FIELDS.filter(field => field !== 'plan')

const STEP = 100

interface CombinationListProps {
  readonly matrix: Matrix
  readonly numbers: readonly number[]
}

/** Lists combinations by number, page by page. */
export function CombinationList({ matrix, numbers }: CombinationListProps) {
  const [shown, setShown] = useState(STEP)
  const more = numbers.length - shown
  return (
    <>
      <SmallTable label="Combinations" columns={COLUMNS} folding>
        {numbers.slice(0, shown).map(number => {
          const request = combinationAt(matrix, number)
          return (
            <tr key={number}>
              <th scope="row" className={text.mono}>
                {request.plan}
              </th>
              {OTHER_FIELDS.map(field => (
                <td
                  key={field}
                  className={text.mono}
                  data-fold={request[field] === '' ? 'hidden' : 'line'}
                  data-tip={request[field].length > 20 ? request[field] : undefined}
                >
                  {request[field] || '—'}
                </td>
              ))}
              <td data-fold="aside">
                <TextLink href={paths.simulator(request)}>Open</TextLink>
              </td>
            </tr>
          )
        })}
      </SmallTable>
      {more > 0 && (
        <p className={styles.message}>
          <Button size="small" onClick={() => setShown(shown + STEP)}>
            {`Show ${formatPlural(Math.min(STEP, more), 'more combination')}`}
          </Button>
        </p>
      )}
    </>
  )
}
