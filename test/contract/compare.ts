import { isObject, objectAt, stringAt } from '#embedded-garden/json.ts'
import { compareExchange } from './compare-exchange.ts'
import { KnownFields } from './defaulted.ts'
import { type Comparison, type Difference, differences } from './difference.ts'
import { Identities } from './identities.ts'
import { normalise } from './normalise.ts'
import type { Replay, Replayed } from './replay.ts'
import type { Exchange, Scenario } from './scenario.ts'
import { timingDifferences } from './timing.ts'

interface Verdict {
  readonly replayed: Replayed
  readonly differences: readonly Difference[]
}

export interface Comparisons {
  readonly seed: readonly Difference[]
  readonly exchanges: readonly Verdict[]
}

/** Compares the replay of a scenario with its recording. */
export function compareReplay(scenario: Scenario, replay: Replay): Comparisons {
  const comparison: Comparison = {
    identities: new Identities(),
    known: new KnownFields(scenario),
    generatedNames: generatedNames(scenario),
  }
  const seed = scenario.seedCreated.flatMap((recorded, i) => {
    const found = differences(normalise(recorded), normalise(replay.seedCreated[i] ?? null), comparison, `seed[${i}]`)
    return scenario.level === 'shape' ? found : []
  })
  const timing = timingDifferences(scenario, replay.exchanges)
  const exchanges = replay.exchanges.map(replayed => ({
    replayed,
    differences: replayed.exchange.parallel
      ? parallelDifferences(replayed, replay.exchanges)
      : [...compareExchange(replayed, scenario.level, comparison), ...(timing.get(replayed.index) ?? [])],
  }))
  return { seed, exchanges }
}

/** Compares only the sorted statuses of simultaneous requests, whose winner is random. */
function parallelDifferences(replayed: Replayed, all: readonly Replayed[]): Difference[] {
  const group = all.filter(other => other.exchange.parallel === replayed.exchange.parallel)
  const expected = group.map(other => other.exchange.response?.status ?? 0).sort()
  const actual = group.map(other => other.response?.status ?? 0).sort()
  if (expected.join() === actual.join()) return []
  return [{ path: 'sorted statuses', expected: expected.join(), actual: actual.join() }]
}

/** Names in the recording that the server generated. */
function generatedNames(scenario: Scenario): Set<string> {
  const names = new Set<string>()
  for (const { request, response } of scenario.exchanges) {
    if (request?.method !== 'POST' || response?.status !== 201 || !isObject(request.body) || !isObject(response.body))
      continue
    if (!stringAt(objectAt(request.body, 'metadata'), 'name') && /\/[a-z]+s(\?|$)/.test(request.path))
      names.add(stringAt(objectAt(response.body, 'metadata'), 'name'))
  }
  names.delete('')
  return names
}

/** Printed before the differences of an exchange. */
export function describeExchange({ note, as, request }: Exchange, index: number): string {
  return `[${index}] ${note}\n      ${as ?? 'admin'}: ${request?.method} ${request?.path}`
}
