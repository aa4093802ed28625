import { faults } from './faults.ts'
import { first } from './first.ts'
import { kills } from './kills.ts'
import { limit } from './limit.ts'
import { outage } from './outage.ts'
import { race } from './race.ts'
import { replay } from './replay.ts'
import type { Scenarios } from './scenario.ts'
import { shared } from './shared.ts'

export const SCENARIOS: Readonly<Record<string, Scenarios>> = {
  first,
  limit,
  shared,
  replay,
  race,
  faults,
  kills: (servers, { kills: count, processes, seed }) => kills(servers, count, processes, seed),
  outage: (servers, { outageSeconds, processes, seed }) => outage(servers, outageSeconds, processes, seed),
}
