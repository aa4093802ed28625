import type { Command } from './commands.ts'

/** `hap` commands that need files or a database, but no console and no cluster. */
const ALONE = new Set([
  'check',
  'format',
  'match',
  'parse',
  'diff',
  'convert',
  'conformance',
  'explain',
  'db',
  'audit',
  'doctor',
])

/** `hap` commands that need a console, or its embedded garden. */
const ASKING = new Set([
  'pools',
  'bindings',
  'claim',
  'give-back',
  'cancel',
  'release',
  'explain',
  'adopt',
  'garden',
  'doctor',
])

/**
 * Commands that the test of the guide does not run, by their beginning, with the reason; only their arguments are checked. They
 * build something, run for minutes, or need programs that not every machine has.
 */
export const NOT_RUN: readonly (readonly [beginning: string, why: string])[] = [
  ['npm ci', 'every test run needs it first'],
  ['npm test', 'it is what runs the tests'],
  ['npm run test:deep', 'it takes longer than the tests'],
  ['npm run verify', 'it is a part of npm test'],
  ['npm run build', 'the tests of the console do so before they begin'],
  ['npm run demo', 'e2e/console/start.deep.e2e.ts starts it'],
  ['npm run dev', 'it is for developers of the console, and runs until it is stopped'],
  ['npm start', 'the tests of the console start it, on what they built'],
  ['docker build', 'there may be no container engine; e2e/console/image.deep.e2e.ts runs the files of the image'],
  ['helm', 'there is no cluster to install to; where there is a helm it renders the chart with these values'],
  ['test/kube/real-apiserver', 'npm run test:deep -- cluster starts it'],
]

/** Whether a command needs a console, a garden or a control plane, so that e2e/console/handbook.deep.e2e.ts runs it. */
export function isAsking(command: Command): boolean {
  const [program = '', what = '', name = ''] = command.words
  if (isRun(command)) return false
  return program === 'curl' || program === 'kubectl' || (program === 'npx' && what === 'hap' && ASKING.has(name))
}

/** Whether a command runs in a scratch folder, because it only needs files or a database. */
export function isRun({ words, variables }: Command): boolean {
  const [program, what, ...rest] = words
  if (variables.some(name => name !== 'DATA_DIR')) return false
  if (program === 'sh') return what === 'docs/examples/check-rules.sh'
  const command = rest[0] ?? ''
  if (program !== 'npx' || what !== 'hap' || !ALONE.has(command)) return false
  return command !== 'explain' || rest.some(word => /\.(?:ya?ml|json)$/.test(word))
}
