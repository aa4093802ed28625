import text from '#components/ui/text.module.css'
import type { CaseResult } from '#lib/hap/cases/run-cases.ts'
import { formatPlural } from '#lib/util/format.ts'
import { CaseWords } from '../cases/case-words.tsx'
import styles from './revisions.module.css'

const MOST = 10

/** Cases that do not hold, with both sides. */
export function FailingCases({ cases }: { readonly cases: readonly CaseResult[] }) {
  return (
    <ul className={styles.lines}>
      {cases.slice(0, MOST).map(({ name, expected, actual }) => (
        <li key={name}>
          <span className={text.strong}>{name}</span>: expected <CaseWords words={expected} />, gets{' '}
          <CaseWords words={actual} />
        </li>
      ))}
      {cases.length > MOST && <li>and {formatPlural(cases.length - MOST, 'more case')}</li>}
    </ul>
  )
}
