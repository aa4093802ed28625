import { z } from 'zod'
import { ObjectName, SaidInput } from './said-input.ts'

const { reason, ticket } = SaidInput.shape
const name = ObjectName.nullable().catch(null)

const Said = z.object({
  name,
  spec: z.object({ cluster: name }).catch({ cluster: null }),
  reason: reason.nullable().catch(null),
  ticket: ticket.catch(null),
})

type SaidAnyway = z.output<typeof Said>

const NOTHING: SaidAnyway = { name: null, spec: { cluster: null }, reason: null, ticket: null }

/** Of an order that may not be in order what can be read, so that the record of its refusal tells what it was about, and why. */
export function saidAnyway(input: unknown): SaidAnyway {
  return Said.safeParse(input).data ?? NOTHING
}
