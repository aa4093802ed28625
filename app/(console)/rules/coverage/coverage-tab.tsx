'use client'

import { EmptyState } from '#components/ui/empty-state.tsx'
import { Strip } from '#components/ui/message.tsx'
import { NotReadAgain } from '../../not-read-again.tsx'
import { ReadFailure } from '../../read-failure.tsx'
import { ReadingTab } from '../reading-tab.tsx'
import { useDraft } from '../use-draft.ts'
import { useSeen } from '../use-seen.ts'
import styles from './coverage.module.css'
import { CoverageSummary } from './coverage-summary.tsx'
import { RuleUsePanel } from './rule-use-panel.tsx'
import { UncoveredPanel } from './uncovered-panel.tsx'
import { UnreachedPanel } from './unreached-panel.tsx'
import { useCoverage } from './use-coverage.ts'

/** What the rules of the draft would have decided of everything that was seen, and where rules and pools miss each other. */
export function CoverageTab() {
  const { checked } = useDraft()
  const { data, error, refetch } = useSeen()
  const coverage = useCoverage(data)
  const retry = () => void refetch()
  if (!data) return error ? <ReadFailure error={error} onRetry={retry} /> : <ReadingTab />
  if (checked && !checked.valid) {
    return (
      <EmptyState reason="empty" title="The draft has errors">
        Correct them in the editor; the coverage of the rules follows as soon as they are valid.
      </EmptyState>
    )
  }
  if (!coverage) return <ReadingTab />
  return (
    <>
      {error && <NotReadAgain error={error} onRetry={retry} />}
      {data.partial && (
        <Strip tone="warn">The database does not answer: clusters that only it knows are not counted.</Strip>
      )}
      <div className={styles.coverage}>
        <CoverageSummary coverage={coverage} seen={data} />
        <UncoveredPanel title="Combinations without a rule" combinations={coverage.uncovered}>
          Every combination that was seen has a rule.
        </UncoveredPanel>
        <RuleUsePanel uses={coverage.rules} unserved={coverage.unserved} />
        <UnreachedPanel pools={coverage.unreached} />
        {coverage.unclear.length > 0 && (
          <UncoveredPanel title="Region not known" combinations={coverage.unclear}>
            The rule of these clusters depends on a region that no source knows.
          </UncoveredPanel>
        )}
      </div>
    </>
  )
}
