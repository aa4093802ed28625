import { readFileSync } from 'node:fs'
import { amountOf, commandOptions, refuse } from '../../scripts/command-options.ts'
import { fuzzApi } from './fuzz.ts'

const HELP = `Usage: npm run stress -- api --url URL --token-file FILE [--runs N] [--seed S]

Asks every operation that a console describes in /api/v1/openapi.json what it should answer well, then what it describes and what it
does not: with something left out, of another type, too long or hostile. Each answer must be as it is described, or problem+json, and
never 500. It changes all that its token may change: give it a console on an embedded garden with HAP_TOKENS_GRANT_ACCESS=on, and the
token of an admin. What needs a person, such as an approval, is answered well to no token; the tests of the console ask that as people too.

  --url URL          address of the console, such as http://127.0.0.1:3000
  --token-file FILE  file with an API token
  --runs N           requests to each operation (default 200)
  --seed S           the same seed sends the same (default 1)`

const options = commandOptions(HELP, {
  url: { type: 'string' },
  'token-file': { type: 'string' },
  runs: { type: 'string', default: '200' },
  seed: { type: 'string', default: '1' },
})
const { url, 'token-file': file } = options
if (url === undefined || file === undefined) refuse('--url and --token-file are needed.', HELP)
const token = readFileSync(file, 'utf8').trim()
const runs = amountOf(HELP, '--runs', options.runs)
const report = await fuzzApi({ url, token, people: null, runs, seed: amountOf(HELP, '--seed', options.seed) })
console.log(`operations  ${report.operations}`)
console.log(`requests    ${report.requests}`)
console.log(
  `statuses    ${Object.entries(report.statuses)
    .map(([status, count]) => `${status}: ${count}`)
    .join(', ')}`,
)
console.log(`never well  ${report.neverWell.length}`)
for (const each of report.neverWell) console.log(`  ${each}`)
console.log(`faults      ${report.faults.length}`)
for (const fault of report.faults.slice(0, 50)) console.log(`  ${fault}`)
process.exitCode = report.faults.length === 0 ? 0 : 1
