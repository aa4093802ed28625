import { everyCell } from './every-cell.ts'
import { first } from './first.ts'
import { limit } from './limit.ts'
import { race } from './race.ts'
import { replay } from './replay.ts'
import type { Scenarios } from './scenario.ts'
import { shared } from './shared.ts'

/** Share of the calls that go wrong while one population is served. */
const HARM = 0.2
/** Claims and rounds of each population. */
const FEWEST = 100
const MOST = 1_000

/**
 * Every kind of failure at every call, until there were so many; no cell of the matrix may stay empty. Then the populations of the
 * other scenarios under failures: first claims at once, the last place below a limit, shared picks, replays, dirt and cleaning.
 */
export const faults: Scenarios = async (servers, amounts) => {
  const wanted = amounts.faults
  const some = Math.max(FEWEST, Math.min(MOST, Math.round(wanted / 10)))
  const harmed = { ...amounts, harm: HARM, claims: some, tenants: some / 10, inFlight: some, rounds: some }
  const reports = [await everyCell(servers, wanted, amounts.processes, amounts.seed)]
  for (const scenario of [first, limit, shared, replay, race]) reports.push(await scenario(servers, harmed))
  return reports
}
