import { z } from 'zod'
import { KindName } from '#lib/queries/lists/row-schemas.ts'
import type { Accepted } from '#lib/services/landscape/accept-landscape.ts'
import type { LandscapeView } from '#lib/services/landscape/landscape.ts'
import { answer } from '../answer.ts'

export const Landscape = answer<LandscapeView>()(
  z.object({
    namespace: z.string(),
    paused: z.boolean(),
    notices: z.array(
      z.object({ source: z.string(), known: z.number(), gone: z.number(), seenAt: z.string(), text: z.string() }),
    ),
    doubted: z.array(z.object({ kind: KindName, name: z.string(), doubt: z.enum(['restored', 'copied']) })),
  }),
)

export const AcceptedLandscape = answer<Accepted>()(z.object({ accepted: Landscape, claims: z.number() }))
