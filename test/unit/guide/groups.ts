import type { Command } from './commands.ts'

/** `hap` commands that need files or a database, and no console and no cluster. */
const ALONE = new Set([
  'check',
  'format',
  'match',
  'diff',
  'convert',
  'conformance',
  'explain',
  'db',
  'audit',
  'doctor',
])

/**
 * Whether a command is run in a scratch folder. Of the others it is checked that what they name exists: they need a console or a
 * cluster that runs, build something, or run for minutes.
 */
export function isRun({ words, variables }: Command): boolean {
  const [program, what, ...rest] = words
  if (variables.some(name => name !== 'DATA_DIR')) return false
  if (program === 'sh') return what === 'docs/examples/check-rules.sh'
  const command = rest[0] ?? ''
  if (program !== 'npx' || what !== 'hap' || !ALONE.has(command)) return false
  return command !== 'explain' || rest.some(word => /\.(?:ya?ml|json)$/.test(word))
}
