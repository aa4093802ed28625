import { parseArgs } from 'node:util'
import { chooseSteps } from './choose-steps.ts'
import { NPM_AUDIT } from './npm-audit.ts'
import { lastLine, oneCheck, runStep, type Step } from './step.ts'

const { values, positionals } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, verbose: { type: 'boolean', default: false } },
  allowPositionals: true,
})

const QUICK: readonly Step[] = [
  { name: 'types', command: ['sh', '-c', 'next typegen && tsc --noEmit'], count: oneCheck },
  { name: 'lint', command: ['biome', 'ci', '--diagnostic-level=warn', '.'], count: oneCheck },
  { name: 'architecture', command: ['node', 'scripts/architecture/check.ts'], count: oneCheck },
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
  },
]

const THOROUGH: readonly Step[] = [
  NPM_AUDIT,
  {
    name: 'unit',
    command: ['vitest', 'run', '--reporter=default', '--reporter=./scripts/test/count-reporter.ts'],
    count: lastLine,
  },
  { name: 'schema', command: ['node', 'scripts/schema/main.ts', 'check'], count: oneCheck },
  {
    name: 'store',
    command: [
      'vitest',
      'run',
      '-c',
      'test/store/vitest.config.ts',
      '--reporter=default',
      '--reporter=./scripts/test/count-reporter.ts',
    ],
    count: lastLine,
  },
  {
    name: 'claims',
    command: [
      'vitest',
      'run',
      '-c',
      'test/claims/vitest.config.ts',
      '--reporter=default',
      '--reporter=./scripts/test/count-reporter.ts',
    ],
    count: lastLine,
  },
  {
    name: 'operators',
    command: [
      'vitest',
      'run',
      '-c',
      'test/operators/vitest.config.ts',
      '--reporter=default',
      '--reporter=./scripts/test/count-reporter.ts',
    ],
    count: lastLine,
  },
  { name: 'stress', command: ['node', 'test/stress/short.ts'], count: lastLine },
  { name: 'contract', command: ['node', 'test/contract/run.ts', 'test/recordings'], count: lastLine },
  {
    name: 'e2e',
    command: ['playwright', 'test', '--reporter=list,./scripts/test/count-playwright.ts'],
    count: lastLine,
  },
]

const QUICK_UNIT: Step = {
  name: 'unit (quick)',
  command: [
    'vitest',
    'run',
    'lib/hap',
    'lib/search',
    'scripts',
    '--reporter=default',
    '--reporter=./scripts/test/count-reporter.ts',
  ],
  count: lastLine,
}

const steps = chooseSteps(values.quick ? [...QUICK, QUICK_UNIT] : [...QUICK, ...THOROUGH], positionals)
if (typeof steps === 'string') {
  console.error(steps)
  process.exit(2)
}

/** Steps that wait much of the time run beside one that computes. */
const BESIDE: Readonly<Record<string, string>> = { audit: 'unit', claims: 'operators', stress: 'operators' }

const total = { passed: 0, failed: 0 }
for (const step of steps) {
  if (steps.some(({ name }) => name === BESIDE[step.name])) continue
  const together = [step, ...steps.filter(({ name }) => BESIDE[name] === step.name)]
  for (const outcome of await Promise.all(together.map(each => runStep(each, values.verbose)))) {
    total.passed += outcome.passed
    total.failed += outcome.failed
  }
}
console.log(`${total.passed} passed, ${total.failed} failed`)
// Not process.exit, which would cut off what a pipe has not taken yet.
process.exitCode = total.failed === 0 ? 0 : 1
