'use client'

import { useQuery } from '@tanstack/react-query'
import { revisionQuery } from '#app/data/rules-queries.ts'
import { useVisit } from '#components/address/use-parameter.ts'
import { Verdict } from '#components/hap/verdict.tsx'
import { PageHead } from '#components/shell/page-head.tsx'
import { buttonClass, DownloadLink } from '#components/ui/button.tsx'
import { ButtonLink } from '#components/ui/links.tsx'
import { Message, Strip } from '#components/ui/message.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { RelativeTime } from '#components/ui/relative-time.tsx'
import { Select } from '#components/ui/select.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { SmallTable } from '#components/ui/small-table.tsx'
import { Tag } from '#components/ui/tag.tsx'
import text from '#components/ui/text.module.css'
import { describeLostCases } from '#lib/hap/cases/pinned-case.ts'
import { paths } from '#lib/paths.ts'
import type { RevisionDetail } from '#lib/queries/rules/revisions.ts'
import { formatPlural } from '#lib/util/format.ts'
import type { Person } from '../../../person.ts'
import { ReadFailure, RefreshFailure } from '../../../read-failure.tsx'
import { CaseText } from '../../cases/case-text.tsx'
import { ImpactList } from '../../impact/impact-list.tsx'
import { RuleChangeList, TextDiff } from '../revision-diff.tsx'
import { RevisionFacts } from '../revision-facts.tsx'
import styles from '../revisions.module.css'
import { RollBackButton } from '../roll-back-button.tsx'

interface RevisionViewProps {
  readonly number: number
  /** Number of the revision to compare with. */
  readonly from: number
  /** The value of the address parameter when that revision does not exist. */
  readonly missing: string | null
  readonly person: Person
}

/**
 * Shows a revision: author, reason, foreseen impact, and the difference to the previous or another
 * revision.
 */
export function RevisionView({ number, from, missing, person }: RevisionViewProps) {
  const { data: detail, error, refetch } = useQuery(revisionQuery(number, from))
  const retry = () => void refetch()
  if (!detail) {
    return (
      <>
        <PageHead title={`Revision ${number}`} />
        {error ? <ReadFailure error={error} onRetry={retry} /> : <Skeleton width="100%" height={300} />}
      </>
    )
  }
  const { inForce, hash, actor, role, at, comparison, impact } = detail
  const canCompareInForce = inForce !== number && from !== inForce
  return (
    <>
      <PageHead
        title={`Revision ${number}`}
        badge={number === inForce && <Tag tone="ok">in force</Tag>}
        facts={
          <span>
            {actor}, {role}, rules with hash <span className={text.mono}>{hash}</span>, <RelativeTime at={at} steady />
          </span>
        }
        actions={
          <>
            {canCompareInForce && (
              <ButtonLink href={paths.rulesRevision(number, { from: inForce })}>
                Compare with revision {inForce}, in force
              </ButtonLink>
            )}
            <DownloadLink href={paths.rulesRevisionYaml(number, 'written')}>Export original text</DownloadLink>
            <DownloadLink href={paths.rulesRevisionYaml(number)}>Export normalized YAML</DownloadLink>
            <RollBackButton number={number} inForce={inForce} person={person} />
          </>
        }
      />
      {error && <RefreshFailure error={error} onRetry={retry} />}
      {missing !== null && (
        <Strip tone="warn">
          Revision {missing} does not exist. Revision {number} is compared with {formatRevision(comparison.from)}.
        </Strip>
      )}
      <div className={styles.list}>
        <Panel title="Reason" padded>
          <div className={styles.item}>
            <RevisionFacts revision={detail} />
            {impact !== null && <ImpactList label="Expected impact" summary={impact} />}
          </div>
        </Panel>
        <RevisionCases {...detail} />
        <CompareChoice number={number} from={comparison.from} last={inForce} />
        <Panel title={`Rule changes vs. ${formatRevision(comparison.from)}`} padded>
          <RuleChangeList changes={comparison.changes} none="The rules are the same." />
        </Panel>
        <Panel title={`Text changes vs. ${formatRevision(comparison.from)}`} padded>
          {comparison.hunks.length === 0 ? (
            <p className={text.muted}>No text changes.</p>
          ) : (
            <TextDiff hunks={comparison.hunks} />
          )}
        </Panel>
      </div>
    </>
  )
}

function formatRevision(from: number): string {
  return from === 0 ? 'the previous rules' : `revision ${from}`
}

const COLUMNS = [
  { header: 'Result', width: 96 },
  { header: 'Case' },
  { header: 'Expected' },
  { header: 'Actual' },
] as const

/** The exported file has all cases. */
const MAX_SHOWN_CASES = 200

type RevisionCasesProps = Pick<RevisionDetail, 'number' | 'results' | 'caseChanges'>

/**
 * Lists the cases published with a revision, their results at that time, and cases removed since
 * the previous revision.
 */
function RevisionCases({ number, results, caseChanges }: RevisionCasesProps) {
  const lost = describeLostCases(caseChanges)
  // Failed cases come first.
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
            Compared with revision {number - 1}: {lost}
          </Message>
        </div>
      )}
      {rows.length === 0 ? (
        <p className={styles.none}>No cases were published with this revision.</p>
      ) : (
        <SmallTable label="Pinned cases" columns={COLUMNS} folding>
          {rows.slice(0, MAX_SHOWN_CASES).map(({ name, passed, expected, actual }) => (
            <tr key={name}>
              <td>
                <Verdict outcome={passed ? 'ok' : 'wrong'}>{passed ? 'held' : 'failed'}</Verdict>
              </td>
              <th scope="row" data-tip={name}>
                {name}
              </th>
              <td data-wrap data-fold="line" data-label="expected">
                <CaseText text={expected} />
              </td>
              <td data-wrap data-fold="line" data-label="got">
                <CaseText text={actual} />
              </td>
            </tr>
          ))}
        </SmallTable>
      )}
      {rows.length > MAX_SHOWN_CASES && (
        <p className={styles.none}>and {formatPlural(rows.length - MAX_SHOWN_CASES, 'more case')}, in the file</p>
      )}
    </Panel>
  )
}

interface CompareChoiceProps {
  readonly number: number
  /** Number of the revision to compare with. */
  readonly from: number
  /** Number of the last revision. Revisions have no gaps. */
  readonly last: number
}

/** Chooses the revision to compare with; 0 is the state before the first revision. */
function CompareChoice({ number, from, last }: CompareChoiceProps) {
  const visit = useVisit()
  const others = Array.from({ length: last + 1 }, (_, at) => last - at).filter(other => other !== number)
  return (
    <div className={styles.compared}>
      <Select
        label="Compared with"
        value={String(from)}
        options={others.map(other => ({ value: String(other), label: formatOption(other, number, last) }))}
        onChange={chosen => visit(paths.rulesRevision(number, { from: Number(chosen) }))}
      />
    </div>
  )
}

function formatOption(other: number, number: number, last: number): string {
  if (other === 0) return 'Previous rules'
  const notes = [other === number - 1 && 'previous', other === last && 'in force'].filter(Boolean)
  return notes.length === 0 ? `Revision ${other}` : `Revision ${other} (${notes.join(', ')})`
}
