import { spawnSync } from 'node:child_process'
import { testCluster } from '#lib/env.ts'
import { lastLine, type Outcome, runStep, type Step } from '../../scripts/test/step.ts'

const SERVER = ['bash', 'test/kube/real-apiserver', 'run', '--', 'node', 'test/cluster/main.ts']

// Without a cluster of one's own, a real kube-apiserver is built and this file runs again on it.
const cluster = testCluster()
if (cluster === null) process.exit(spawnSync(SERVER[0] ?? '', SERVER.slice(1), { stdio: 'inherit' }).status ?? 1)

const steps: readonly Step[] = [
  {
    name: 'cluster',
    command: [
      'vitest',
      'run',
      '-c',
      'test/cluster/vitest.config.ts',
      '--reporter=default',
      '--reporter=./scripts/test/count-reporter.ts',
    ],
    count: lastLine,
  },
  { name: 'stress', command: ['node', 'test/stress/short.ts', cluster.admin], count: lastLine },
  {
    name: 'operators',
    command: ['node', 'test/stress-operators/short.ts', cluster.admin],
    count: lastLine,
  },
]

const total: { -readonly [Key in keyof Outcome]: Outcome[Key] } = { passed: 0, failed: 0, skipped: 0 }
for (const step of steps) {
  const { passed, failed } = await runStep(step, true)
  total.passed += passed
  total.failed += failed
}
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed === 0 ? 0 : 1)
