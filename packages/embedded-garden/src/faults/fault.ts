import { z } from 'zod'

/** What goes wrong. */
export const Mishap = z.discriminatedUnion('type', [
  /** An error instead of the answer: a Status, or plain text as from the aggregation layer. */
  z.strictObject({
    type: z.literal('status'),
    status: z.number().int().min(400).max(599),
    reason: z.string().optional(),
    text: z.string().optional(),
    retryAfterSeconds: z.number().int().optional(),
  }),
  /** The answer comes late. */
  z.strictObject({ type: z.literal('delay'), ms: z.number().int().min(0) }),
  /** The connection breaks before anything happens. */
  z.strictObject({ type: z.literal('reset') }),
  /** The request is carried out; then the connection breaks. */
  z.strictObject({ type: z.literal('lose-answer') }),
  /** The server carries the request out; then the client gets this error, as from a proxy in between. */
  z.strictObject({ type: z.literal('replace-answer'), status: z.number().int().min(400).max(599), text: z.string() }),
  /** The request is carried out; the answer never comes. */
  z.strictObject({ type: z.literal('hang') }),
  /** A watch that opens and never delivers an event. */
  z.strictObject({ type: z.literal('stall-watch') }),
  /** A watch whose connection breaks after `afterMs` milliseconds. */
  z.strictObject({ type: z.literal('drop-watch'), afterMs: z.number().int().min(0) }),
  /** A watch that begins with an ERROR event 410. */
  z.strictObject({ type: z.literal('expire-watch') }),
])

export const Fault = z.strictObject({
  /** Which requests; what is not given matches all. */
  match: z
    .strictObject({
      verb: z.string().optional(),
      /** `credentialsbindings.security.gardener.cloud`; with subresource `shoots.core.gardener.cloud/status`. */
      resource: z.string().optional(),
      /** Beginning of the User-Agent. */
      userAgent: z.string().optional(),
      /** `namespace/name` of the shoot whose API server is asked, `*` for any; without it, the garden's own server. */
      shoot: z.string().optional(),
    })
    .default({}),
  /** How many requests, the next ones; 0 = all until the faults are cleared. */
  times: z.number().int().min(0).default(1),
  mishap: Mishap,
})

export type Mishap = z.output<typeof Mishap>
export type Fault = z.output<typeof Fault>
export type FaultInput = z.input<typeof Fault>
