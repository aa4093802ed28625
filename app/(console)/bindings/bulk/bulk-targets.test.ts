import { expect, test } from 'vitest'
import type { TargetDryRun } from '#lib/services/jobs/plan-job.ts'
import { summarizeDryRun } from './bulk-targets.tsx'

const ONLY = 'Nothing written yet.'
const AFTER = 'before writing.'

test.each<[readonly TargetDryRun['verdict'][], number, string, string]>([
  [['accepted'], 1, 'Dry run passed: the API server would accept this change.', ONLY],
  [['accepted', 'accepted'], 2, 'Dry run passed: the API server would accept all 2 changes.', ONLY],
  [
    ['accepted', 'accepted'],
    3,
    'Dry run passed for a sample of 2.',
    `${ONLY} The job will dry-run the other one ${AFTER}`,
  ],
  [
    ['accepted', 'untried'],
    3,
    'Dry run passed for a sample of 1.',
    `${ONLY} The job will dry-run each of the other 2 ${AFTER}`,
  ],
  [
    ['accepted', 'refused'],
    1_202,
    'Dry run failed: the API server would refuse 1 of 2 changes tried.',
    `${ONLY} The job will dry-run each of the other 1,200 ${AFTER}`,
  ],
  [
    ['untried'],
    2,
    'The API server did not answer in time.',
    `${ONLY} The job will dry-run each of the other 2 ${AFTER}`,
  ],
])('%j of %i: %s', (verdicts, targets, lead, rest) => {
  expect(
    summarizeDryRun(
      verdicts.map(verdict => ({ verdict })),
      targets,
    ),
  ).toEqual({ lead, rest })
})
