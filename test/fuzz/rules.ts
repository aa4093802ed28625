import { parseArgs } from 'node:util'
import { DEFAULT_PLANS } from '#lib/hap/plans/plan.ts'
import { formatRule } from '#lib/hap/rules/rule.ts'
import { Ruleset } from '#lib/hap/rules/ruleset.ts'
import { policyOf, SEMANTICS } from '#lib/hap/semantics.ts'
import { randomRuleLists } from '../engine/random-rules.ts'

/** Bound in milliseconds of the 99th percentile of one input. */
const MOST = 1

const { values } = parseArgs({
  options: { inputs: { type: 'string', default: '1000000' }, seed: { type: 'string', default: '1' } },
})
const inputs = Number(values.inputs)
const lists = randomRuleLists(Number(values.seed))
const times = new Float64Array(inputs)
const crashes: string[] = []
let slowest: { readonly time: number; readonly texts: readonly string[] } = { time: 0, texts: [] }

for (let input = 0; input < inputs; input++) {
  const texts = lists.next().value
  const policy = policyOf(SEMANTICS[input % 2] ?? 'documented')
  const begin = performance.now()
  try {
    Ruleset.from(texts, DEFAULT_PLANS, policy).ruleset?.rules.map(formatRule)
  } catch (error) {
    crashes.push(`${JSON.stringify(texts)}: ${error}`)
  }
  const time = performance.now() - begin
  times[input] = time
  if (time > slowest.time) slowest = { time, texts }
}

times.sort()
const p99 = times[Math.floor(inputs * 0.99)] ?? 0
console.log(`inputs   ${inputs}`)
console.log(`crashes  ${crashes.length}`)
console.log(`p99      ${p99.toFixed(4)} ms (less than ${MOST} ms)`)
console.log(`slowest  ${slowest.time.toFixed(3)} ms: ${JSON.stringify(slowest.texts).slice(0, 200)}`)
for (const crash of crashes.slice(0, 20)) console.log(crash)
process.exitCode = crashes.length > 0 || p99 >= MOST ? 1 : 0
