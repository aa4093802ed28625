import { DEFAULT_PLANS } from '#lib/hap/plans/plan.ts'
import { DEFAULT_RULES } from '#lib/hap/rules/rule.ts'
import { Ruleset } from '#lib/hap/rules/ruleset.ts'
import { decide } from '#lib/hap/selection/decide.ts'
import { policyOf } from '#lib/hap/semantics.ts'
import type { Bench } from './bench.ts'
import { engineConfig, engineInventory, engineRequests } from './lib/engine-inventory.ts'
import { manyRules } from './lib/engine-rules.ts'

const DOCUMENTED = policyOf('documented')
const PLANS = { ...DEFAULT_PLANS, required: new Set<string>() }

export const benches: Bench[] = [
  {
    name: 'engine: match with 11 rules',
    unit: 'µs',
    budget: 0.2,
    run: () => matchTime(DEFAULT_RULES),
  },
  {
    name: 'engine: match with 2,000 rules against 11',
    unit: 'times',
    budget: 1.2,
    run: () => {
      const many = manyRules(2_000)
      // Alternates and uses the best of each, so that variations of the machine affect both equally.
      const rounds = Array.from({ length: 5 }, () => [matchTime(DEFAULT_RULES), matchTime(many)] as const)
      return Math.min(...rounds.map(([, time]) => time)) / Math.min(...rounds.map(([time]) => time))
    },
  },
  {
    name: 'engine: validate 2,000 rules',
    unit: 'ms',
    budget: 5,
    run: () => {
      const texts = manyRules(2_000)
      return medianOfBestRound(100, () => {
        if (!Ruleset.from(texts, PLANS, DOCUMENTED).ruleset) throw new Error('the rules of the benchmark are not valid')
      })
    },
  },
  {
    name: 'engine: decide on 5,000 bindings, p99',
    unit: 'µs',
    budget: 50,
    run: () => {
      const inventory = engineInventory(5_000)
      const config = engineConfig()
      const requests = engineRequests(20_000)
      for (const request of requests) decide(request, inventory, config)
      const times = requests.map(request => elapsed(() => decide(request, inventory, config))).sort((a, b) => a - b)
      return (times[Math.floor(times.length * 0.99)] ?? Number.NaN) * 1_000
    },
  },
  {
    name: 'engine: all candidate reasons of one decision',
    unit: 'ms',
    budget: 2,
    run: () => {
      const inventory = engineInventory(5_000)
      const config = engineConfig()
      const request = {
        plan: 'aws',
        provider: 'aws',
        platformRegion: 'cf-eu10',
        hyperscalerRegion: 'eu-central-1',
        globalAccount: 'new',
      }
      return medianOfBestRound(50, () => decide(request, inventory, config).reasoning)
    },
  },
]

/** Microseconds per match, with requests for each rule of the seed, which is part of every ruleset here. */
function matchTime(texts: readonly string[]): number {
  const { ruleset } = Ruleset.from(texts, PLANS, DOCUMENTED)
  if (!ruleset) throw new Error('the rules of the benchmark are not valid')
  const requests = ruleset.rules.slice(0, DEFAULT_RULES.length).map(({ plan, platformRegion }) => {
    return { plan, platformRegion: platformRegion ?? 'cf-eu10', hyperscalerRegion: 'eu-central-1' }
  })
  const rounds = 200_000
  let matched = 0
  const pass = () => {
    for (let round = 0; round < rounds; round++) {
      for (const request of requests) if (ruleset.match(request)) matched++
    }
  }
  pass()
  const time = (elapsed(pass) * 1_000) / (rounds * requests.length)
  if (matched !== 2 * rounds * requests.length) throw new Error('a request of the benchmark found no rule')
  return time
}

/** Milliseconds; the median of the best round of ten runs, since other load on the machine lasts only a round or two. */
function medianOfBestRound(runs: number, run: () => unknown): number {
  for (let warm = 0; warm < 100; warm++) run()
  const rounds = Array.from({ length: runs / 10 }, () => Array.from({ length: 10 }, () => elapsed(run)))
  return Math.min(...rounds.map(times => times.sort((a, b) => a - b)[5] ?? Number.NaN))
}

/** Milliseconds. */
function elapsed(run: () => unknown): number {
  const begin = performance.now()
  run()
  return performance.now() - begin
}
