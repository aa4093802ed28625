import { z } from 'zod'
import { compareText } from '#lib/hap/text/text.ts'
import { RESOURCE_STATES, type Standing } from './resource-state.ts'

interface Standings {
  readonly standing: Standing
}

/** The fields of a list about how its custom resources stand. */
export const STANDING_FIELDS = {
  state: {
    row: z.enum(RESOURCE_STATES),
    value: ({ standing }: Standings) => standing.state,
    search: { kind: 'enum', values: RESOURCE_STATES, description: 'state in one word' },
    sort: { compare: byStanding },
    csv: 'state',
  },
  reason: {
    row: z.string().nullable(),
    value: ({ standing }: Standings) => standing.reason,
    search: {
      kind: 'text',
      description: 'part of the reason or of its sentence',
      read: ({ standing: { reason, message } }: Standings) => (reason === null ? [message] : [reason, message]),
    },
    csv: 'reason',
  },
  message: {
    row: z.string(),
    value: ({ standing }: Standings) => standing.message,
    column: 'reason',
    csv: 'message',
  },
  since: {
    row: z.string(),
    value: ({ standing }: Standings) => standing.since,
    column: 'state',
    csv: 'since',
  },
} as const

/** Resources that need attention come first, and of those the ones that have been so for longest. */
function byStanding({ standing: a }: Standings, { standing: b }: Standings): number {
  return RESOURCE_STATES.indexOf(a.state) - RESOURCE_STATES.indexOf(b.state) || compareText(a.since, b.since)
}
