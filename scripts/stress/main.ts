import path from 'node:path'
import { refuse } from '../command-options.ts'
import { STRESS } from './scenarios.ts'

const HELP = `Usage: npm run stress -- NAME [OPTION…]

${Object.entries(STRESS)
  .map(([name, { summary }]) => `  ${name.padEnd(12)} ${summary}`)
  .join('\n')}

"npm run stress -- NAME --help" lists the options of one.`

const [name = '--help', ...options] = process.argv.slice(2)
if (name === '--help') {
  console.log(HELP)
  process.exit(0)
}
const scenario = STRESS[name]
if (!scenario) refuse(`There is no stress test "${name}".`, HELP)

const file = path.resolve(scenario.file)
process.argv = [process.argv[0] ?? 'node', file, ...options]
await import(file)
