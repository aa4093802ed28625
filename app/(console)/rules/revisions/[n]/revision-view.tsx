'use client'

import { useQuery } from '@tanstack/react-query'
import { revisionQuery } from '#app/data/rules-queries.ts'
import { PageHead } from '#components/shell/page-head.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { DownloadLink } from '#components/ui/download-link.tsx'
import { Strip } from '#components/ui/message.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { RelativeTime } from '#components/ui/relative-time.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { Tag } from '#components/ui/tag.tsx'
import text from '#components/ui/text.module.css'
import { paths } from '#lib/paths.ts'
import { NotReadAgain } from '../../../not-read-again.tsx'
import type { Person } from '../../../person.ts'
import { ReadFailure } from '../../../read-failure.tsx'
import { ImpactList } from '../impact-list.tsx'
import { RevisionFacts } from '../revision-facts.tsx'
import styles from '../revisions.module.css'
import { RollBackButton } from '../roll-back-button.tsx'
import { RuleChangeList } from '../rule-change-list.tsx'
import { TextDiff } from '../text-diff.tsx'
import { CompareChoice } from './compare-choice.tsx'
import { RevisionCases } from './revision-cases.tsx'

interface RevisionViewProps {
  readonly number: number
  /** It is compared with this one. */
  readonly from: number
  /** What the address names to compare with, where there is no such revision. */
  readonly missing: string | null
  readonly person: Person
}

/** One revision: who published it, why, with what in view, and what it changed of the one before or of another. */
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
  const isOther = inForce !== number && from !== inForce
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
            {isOther && (
              <ButtonLink href={paths.rulesRevision(number, { from: inForce })}>
                Compare with revision {inForce}, in force
              </ButtonLink>
            )}
            <DownloadLink href={paths.rulesRevisionYaml(number, 'written')}>Export as written</DownloadLink>
            <DownloadLink href={paths.rulesRevisionYaml(number)}>Export YAML</DownloadLink>
            <RollBackButton number={number} inForce={inForce} person={person} />
          </>
        }
      />
      {error && <NotReadAgain error={error} onRetry={retry} />}
      {missing !== null && (
        <Strip tone="warn">
          There is no revision {missing} to compare with. Revision {number} is compared with {nameOf(comparison.from)}.
        </Strip>
      )}
      <div className={styles.list}>
        <Panel title="Why" padded>
          <div className={styles.item}>
            <RevisionFacts revision={detail} />
            {impact !== null && <ImpactList label="What was foreseen" summary={impact} />}
          </div>
        </Panel>
        <RevisionCases {...detail} />
        <CompareChoice number={number} from={comparison.from} last={inForce} />
        <Panel title={`Rules, against ${nameOf(comparison.from)}`} padded>
          <RuleChangeList changes={comparison.changes} none="The rules are the same." />
        </Panel>
        <Panel title={`Text, against ${nameOf(comparison.from)}`} padded>
          {comparison.hunks.length === 0 ? (
            <p className={text.muted}>The text is the same.</p>
          ) : (
            <TextDiff hunks={comparison.hunks} />
          )}
        </Panel>
      </div>
    </>
  )
}

function nameOf(from: number): string {
  return from === 0 ? 'what was in force before' : `revision ${from}`
}
