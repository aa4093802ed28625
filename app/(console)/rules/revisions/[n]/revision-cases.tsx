import { Verdict } from '#components/hap/verdict.tsx'
import { buttonClass } from '#components/ui/button-class.ts'
import { Message } from '#components/ui/message.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { SmallTable } from '#components/ui/small-table.tsx'
import { describeLostCases } from '#lib/hap/cases/pinned-case.ts'
import { paths } from '#lib/paths.ts'
import type { RevisionDetail } from '#lib/queries/rules/revisions.ts'
import { formatPlural } from '#lib/util/format.ts'
import { CaseWords } from '../../cases/case-words.tsx'
import styles from '../revisions.module.css'

const COLUMNS = [
  { header: 'Result', width: 96 },
  { header: 'Case' },
  { header: 'Expected' },
  { header: 'Got' },
] as const

/** More are in the file. */
const MOST = 200

type RevisionCasesProps = Pick<RevisionDetail, 'number' | 'results' | 'caseChanges'>

/** The cases published with a revision, as they stood at that moment, and what it did to those of the one before. */
export function RevisionCases({ number, results, caseChanges }: RevisionCasesProps) {
  const lost = describeLostCases(caseChanges)
  // Who reads a revision looks for what failed.
  const rows = results.toSorted((one, other) => Number(one.passed) - Number(other.passed))
  return (
    <Panel
      title="Pinned cases"
      aside={
        results.length > 0 && (
          <a
            className={buttonClass({ look: 'ghost', size: 'small' })}
            href={paths.rulesRevisionYaml(number, 'cases')}
            download
          >
            Export cases
          </a>
        )
      }
    >
      {lost !== '' && (
        <div className={styles.notice}>
          <Message tone="warn">
            Against revision {number - 1}: {lost}
          </Message>
        </div>
      )}
      {rows.length === 0 ? (
        <p className={styles.none}>No cases were published with this revision.</p>
      ) : (
        <SmallTable label="Pinned cases" columns={COLUMNS} folding>
          {rows.slice(0, MOST).map(({ name, passed, expected, actual }) => (
            <tr key={name}>
              <td>
                <Verdict outcome={passed ? 'ok' : 'wrong'}>{passed ? 'held' : 'failed'}</Verdict>
              </td>
              <th scope="row" data-tip={name}>
                {name}
              </th>
              <td data-wrap data-fold="line" data-label="expected">
                <CaseWords words={expected} />
              </td>
              <td data-wrap data-fold="line" data-label="got">
                <CaseWords words={actual} />
              </td>
            </tr>
          ))}
        </SmallTable>
      )}
      {rows.length > MOST && (
        <p className={styles.none}>and {formatPlural(rows.length - MOST, 'more case')}, in the file</p>
      )}
    </Panel>
  )
}
