import { type Plans, planTable } from '#lib/hap/plans/plan.ts'
import { formatColumns } from '#lib/util/terminal.ts'
import { EXIT, type Io } from '../../../command.ts'
import { type RequestOptions, requestOf } from '../request-options.ts'
import { Evaluated, Rules } from './answers.ts'
import { atConsole } from './at-console.ts'
import type { ConsoleClient } from './console-client.ts'
import { inOptions } from './option-words.ts'

interface Question {
  readonly request: RequestOptions
  readonly semantics: string | undefined
  readonly json: boolean
}

/** What a request would get on a console at this moment, by its rules and its inventory. */
export function explainAtConsole(
  client: ConsoleClient,
  { request, semantics, json }: Question,
  io: Io,
): Promise<number> {
  const ask = async () => {
    const body = { ...requestOf(request, await plansOf(client)), ...(semantics !== undefined && { semantics }) }
    const { value } = await client.ask('simulator/evaluate', Evaluated, { method: 'POST', body })
    const { decision } = value.simulation
    if (json) io.out(JSON.stringify(value, null, 2))
    else print(value, io)
    return 'binding' in decision.outcome ? EXIT.ok : EXIT.wrong
  }
  return atConsole(io, ask, inOptions)
}

/** The plans as the console has them. */
async function plansOf(client: ConsoleClient): Promise<Plans> {
  const { plans } = (await client.ask('rules', Rules)).value
  return planTable(plans, [])
}

function print({ simulation: { decision, other } }: (typeof Evaluated)['_output'], io: Io): void {
  const { outcome, rules, steps } = decision
  io.out(io.paint('binding' in outcome ? 'green' : 'red', outcome.message))
  section(
    'Rules',
    rules.map(({ rule, verdict, words }) => [
      String(rule.index + 1),
      rule.text,
      io.paint(verdict === 'chosen' ? 'green' : 'dim', words),
    ]),
    io,
  )
  for (const { purpose, requirements, reached, candidates, more } of steps) {
    const rows = candidates.map(({ binding, state, clusters, words }) => [binding.name, state, String(clusters), words])
    const rest = more > 0 ? [[io.paint('dim', `and ${more} more`)]] : []
    const none = rows.length === 0 ? [[io.paint('dim', reached ? 'no binding' : 'not tried')]] : []
    section(`${purpose}: ${requirements?.join(',') ?? 'no selector'}`, [...rows, ...rest, ...none], io)
  }
  if (other === null || other.differences.length === 0) return
  io.out('')
  io.out(io.paint('yellow', `Under ${other.semantics} semantics: ${other.outcome.message}`))
  for (const { id, title, documented, keb } of other.differences)
    io.out(`  ${io.paint('bold', id)} ${title}. Documented: ${documented}. KEB: ${keb}.`)
}

function section(title: string, rows: readonly (readonly string[])[], io: Io): void {
  io.out('')
  io.out(io.paint('bold', title))
  for (const line of formatColumns(rows)) io.out(`  ${line}`)
}
