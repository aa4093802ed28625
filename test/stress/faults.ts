import { everyCell } from './every-cell.ts'
import { first } from './first.ts'
import { limit } from './limit.ts'
import { race } from './race.ts'
import { replay } from './replay.ts'
import type { Scenarios } from './scenario.ts'
import { shared } from './shared.ts'

/** Share of failing calls during the scenarios. */
const HARM = 0.2
/** Limits of the claims and rounds of each scenario. */
const FEWEST = 100
const MOST = 1_000

/**
 * Every kind of fault at every call; no cell of the matrix may be empty. Then the other scenarios under faults:
 * simultaneous first claims, the limit, shared accounts, replays, dirty accounts and cleaning.
 */
export const faults: Scenarios = async (servers, amounts) => {
  const wanted = amounts.faults
  const some = Math.max(FEWEST, Math.min(MOST, Math.round(wanted / 10)))
  const harmed = { ...amounts, harm: HARM, claims: some, tenants: some / 10, inFlight: some, rounds: some }
  const reports = [await everyCell(servers, wanted, amounts.processes, amounts.seed)]
  for (const scenario of [first, limit, shared, replay, race]) reports.push(await scenario(servers, harmed))
  return reports
}
