import { expect, test } from 'vitest'
import type { TargetDryRun } from '#lib/services/jobs/plan-job.ts'
import { summarizeDryRun } from './bulk-targets.tsx'

const ONLY = 'Dry run only: nothing was written.'
const TRIED = 'allowed by the rules, and the job tries each before it is written.'

test.each<[readonly TargetDryRun['verdict'][], number, string, string]>([
  [['accepted'], 1, 'The API server accepts this change.', ONLY],
  [['accepted', 'accepted'], 2, 'The API server accepts all 2 changes.', ONLY],
  [
    ['accepted', 'accepted'],
    3,
    'The API server accepts the 2 changes tried on it.',
    `${ONLY} The other one is ${TRIED}`,
  ],
  [['accepted', 'untried'], 3, 'The API server accepts the 1 change tried on it.', `${ONLY} The other 2 are ${TRIED}`],
  [
    ['accepted', 'refused'],
    1_202,
    'The API server refuses 1 of the 2 changes tried on it.',
    `${ONLY} The other 1,200 are ${TRIED}`,
  ],
  [['untried'], 2, 'The API server did not answer in time.', `${ONLY} The other 2 are ${TRIED}`],
])('%j of %i: %s', (verdicts, targets, lead, rest) => {
  expect(
    summarizeDryRun(
      verdicts.map(verdict => ({ verdict })),
      targets,
    ),
  ).toEqual({ lead, rest })
})
