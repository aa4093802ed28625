import { z } from 'zod'
import type { ClaimEventCursor } from '#lib/store/claims/claim-events.ts'

/** Where a timeline goes on: after the last one of each kind; null = from the newest on. */
export interface TimelinePlace {
  readonly state: bigint | null
  readonly action: bigint | null
  readonly claim: ClaimEventCursor | null
}

export const TIMELINE_START: TimelinePlace = { state: null, action: null, claim: null }

const Number64 = z
  .string()
  .regex(/^\d{1,18}$/)
  .transform(BigInt)
  .nullable()

const Place = z.object({
  state: Number64,
  action: Number64,
  claim: z
    .object({
      at: z.iso.datetime(),
      id: z.string().regex(/^[\x21-\x7e]{1,200}$/),
      what: z.enum(['claimed', 'adopted', 'released', 'refused']),
    })
    .nullable(),
})

/** A place as one text, for an address. */
export function formatPlace({ state, action, claim }: TimelinePlace): string {
  const text = (value: bigint | null) => (value === null ? null : String(value))
  return Buffer.from(JSON.stringify({ state: text(state), action: text(action), claim })).toString('base64url')
}

/** The place of a text; null for a text that formatPlace does not write. */
export function parsePlace(text: string): TimelinePlace | null {
  try {
    return Place.safeParse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))).data ?? null
  } catch {
    return null
  }
}
