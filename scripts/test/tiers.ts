import { NPM_AUDIT } from './npm-audit.ts'
import { lastLine, oneCheck, type Step } from './step.ts'
import { SUITES, type SuiteName, type Tier } from './suites.ts'

const UNUSED = 'knip --no-progress --cache --cache-location .cache/knip'

/** Steps of `npm run verify`, for every commit, and of `npm test`. */
const CODE_CHECKS: readonly Step[] = [
  { name: 'types', command: ['sh', '-c', 'next typegen && tsc --noEmit'], count: oneCheck },
  { name: 'lint', command: ['biome', 'ci', '--colors=off', '--diagnostic-level=warn', '.'], count: oneCheck },
  { name: 'architecture', command: ['node', 'scripts/architecture/check.ts'], count: oneCheck },
  {
    name: 'unused',
    command: ['sh', '-c', `${UNUSED} && ${UNUSED} --production`],
    count: oneCheck,
  },
  {
    name: 'conformance',
    command: [
      'node',
      'bin/hap.mjs',
      'conformance',
      'test/cases/vectors.json',
      'test/cases/lifecycle.json',
      '--semantics',
      'keb',
    ],
    count: lastLine,
    reads: ['bin/hap.mjs', 'test/cases/'],
  },
]

const QUICK_UNIT: Step = {
  name: 'unit (quick)',
  command: [...suite('unit', 'fast').command, 'lib/hap', 'lib/search', 'scripts'],
  count: lastLine,
  cores: 2,
}

const TEST: readonly Step[] = [
  { ...NPM_AUDIT, cores: 0, reads: ['package-lock.json'] },
  ...CODE_CHECKS,
  // The step `types` writes to .next, too.
  { name: 'build', command: ['node', 'scripts/build/main.ts'], count: oneCheck, after: ['types'], reads: [] },
  {
    name: 'schema',
    command: ['node', 'scripts/schema/main.ts', 'check'],
    count: oneCheck,
    reads: ['prisma/', 'scripts/schema/main.ts'],
  },
  {
    name: 'contract',
    command: ['node', 'test/contract/run.ts', 'test/recordings'],
    count: lastLine,
    cores: 0,
    reads: ['test/contract/run.ts', 'test/recordings/'],
  },
  suite('unit', 'fast'),
  // One page runs all of them.
  { ...suite('components', 'fast'), cores: 1 },
  // The next three wait a third of the time, for a database, controllers and watches, so two of them use two cores.
  { ...suite('store', 'fast'), cores: 1 },
  { ...suite('claims', 'fast'), cores: 1 },
  { ...suite('operators', 'fast'), cores: 1 },
  { ...suite('e2e', 'fast'), after: ['build'] },
]

/** A real kube-apiserver, which takes minutes to compile, unless KUBECONFIG names a cluster. */
const CLUSTER: readonly Step[] = [
  {
    name: 'apiserver',
    command: ['sh', '-c', '[ -n "$KUBECONFIG" ] || exec nice -n 19 bash test/kube/real-apiserver build'],
    count: oneCheck,
    reads: [],
  },
  {
    name: 'cluster',
    command: ['node', 'test/cluster/main.ts'],
    count: lastLine,
    cores: 2,
    after: ['apiserver'],
    needs: 'postgres',
    runs: { suite: 'cluster', tiers: ['deep'] },
    reads: ['test/kube/', 'test/stress/short.ts', 'test/stress-operators/short.ts'],
  },
]

const DEEP: readonly Step[] = [
  ...CLUSTER,
  suite('unit', 'deep'),
  // Fast files run on PGlite here; npm test runs them on PostgreSQL.
  { ...suite('store', 'deep'), runs: { suite: 'store', tiers: ['fast', 'deep'] } },
  suite('claims', 'deep'),
  suite('operators', 'deep'),
  stress('outage', 'test/stress/short.ts'),
  stress('kills', 'test/stress/main.ts', '--only', 'kills'),
  suite('e2e', 'deep'),
]

/** The steps of each test command. */
export const TIERS = { verify: [...CODE_CHECKS, QUICK_UNIT], test: TEST, deep: DEEP } as const

/** A step that runs the files of a suite in one tier; projects of its config begin with the name of the tier. */
function suite(name: SuiteName, tier: Tier): Step {
  const { runner, config } = SUITES[name]
  const command =
    runner === 'playwright'
      ? (['playwright', 'test', `--project=${tier}`, '--reporter=list,./scripts/test/count-playwright.ts'] as const)
      : ([
          'vitest',
          'run',
          '-c',
          config,
          `--project=${tier}*`,
          '--reporter=default',
          '--reporter=./scripts/test/count-reporter.ts',
        ] as const)
  return { name, command, count: lastLine, cores: 2, runs: { suite: name, tiers: [tier] } }
}

/** A stress test of killed processes, which waits for leases most of the time. */
function stress(name: string, file: string, ...options: readonly string[]): Step {
  return { name, command: ['node', file, ...options], count: lastLine, needs: 'postgres', reads: [file] }
}
