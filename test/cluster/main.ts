import { spawnSync } from 'node:child_process'
import { lastLine, type Outcome, runStep, type Step } from '../../scripts/test/step.ts'
import { testCluster } from './test-cluster.ts'

const files = process.argv.slice(2)
const SERVER = ['bash', 'test/kube/real-apiserver', 'run', '--', 'node', 'test/cluster/main.ts', ...files]

// Without a given cluster, builds a real kube-apiserver and runs this file on it.
const cluster = testCluster()
if (cluster === null) process.exit(spawnSync(SERVER[0] ?? '', SERVER.slice(1), { stdio: 'inherit' }).status ?? 1)

const CLUSTER: Step = {
  name: 'cluster',
  command: [
    'vitest',
    'run',
    '-c',
    'test/cluster/vitest.config.ts',
    '--reporter=default',
    '--reporter=./scripts/test/count-reporter.ts',
    ...files,
  ],
  count: lastLine,
}

/** Steps that wait most of the time, each in separate namespaces. Not part of a run of selected test files. */
const AT_ONCE: readonly Step[] =
  files.length > 0
    ? []
    : [
        { name: 'stress', command: ['node', 'test/stress/short.ts', cluster.admin], count: lastLine },
        {
          name: 'operators',
          command: ['node', 'test/stress-operators/short.ts', cluster.admin],
          count: lastLine,
        },
      ]

const outcomes = [
  await runStep(CLUSTER, { verbose: true }),
  ...(await Promise.all(AT_ONCE.map(step => runStep(step, { verbose: true })))),
]
const sum = (of: (outcome: Outcome) => number) => outcomes.reduce((total, outcome) => total + of(outcome), 0)
const failed = sum(outcome => outcome.failed)
console.log(`${sum(outcome => outcome.passed)} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)
