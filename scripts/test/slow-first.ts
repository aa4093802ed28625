import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The slowest files, by suite, slowest first. */
export const SLOW = [
  'test/store/server/job-outage.deep.test.ts',
  'test/store/jobs.deep.test.ts',
  'test/store/action-crash.deep.test.ts',
  'test/store/record-crash.deep.test.ts',
  'test/store/commands.deep.test.ts',
  'test/store/embedded/commands.deep.test.ts',
  'test/store/embedded/disk-full.deep.test.ts',
  'test/store/server/job-outage.test.ts',
  'test/store/server/outage.test.ts',
  'test/store/dump.test.ts',
  'test/store/commands.test.ts',
  'test/store/embedded/signals.test.ts',
  'test/store/jobs.test.ts',
  'test/store/server/migrate.test.ts',
  'test/store/action-crash.test.ts',
  'test/claims/write-boundaries.deep.test.ts',
  'test/claims/slow-queue.deep.test.ts',
  'test/claims/not-served.test.ts',
  'test/claims/unwritable-audit.test.ts',
  'test/claims/faults.test.ts',
  'test/claims/write-boundaries.test.ts',
  'test/operators/cluster-crashes.deep.test.ts',
  'test/operators/subscription-crashes.deep.test.ts',
  'test/operators/canary.deep.test.ts',
  'test/operators/operators-end-to-end.test.ts',
  'test/operators/cleaning.deep.test.ts',
  'test/operators/cluster-refusals.test.ts',
  'test/operators/demo-samples.test.ts',
  'lib/garden/inventory/live-changes.property.test.ts',
  'lib/garden/inventory/live-inventory.test.ts',
  'test/unit/guide/run.test.ts',
  'lib/operators/cleanup/heap-canary.test.ts',
  'lib/operators/api/roles.test.ts',
  'lib/services/actions/actions.test.ts',
  'packages/embedded-garden/src/verbs/watch.test.ts',
  'lib/queries/claims-in-numbers.test.ts',
] as const

/**
 * Starts with the slowest files, because a slow file at the end leaves the other core idle. In a new clone vitest only knows the
 * sizes of files, and runs the projects in sequence.
 */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.toSorted((one, other) => placeOf(one) - placeOf(other))
  }
}

function placeOf({ moduleId }: TestSpecification): number {
  const place = SLOW.findIndex(file => moduleId.endsWith(`/${file}`))
  return place === -1 ? SLOW.length : place
}
