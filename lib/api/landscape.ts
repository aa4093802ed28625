import { z } from 'zod'
import { KindName } from '#lib/queries/lists/row-schemas.ts'
import { runtime } from '#lib/runtime.ts'
import {
  ACCEPT_LANDSCAPE,
  type Accepted,
  AcceptInput,
  acceptLandscape,
} from '#lib/services/landscape/accept-landscape.ts'
import { type LandscapeView, landscapeView } from '#lib/services/landscape/landscape.ts'
import { answer, type Resource, read, write } from './operation.ts'

const Landscape = answer<LandscapeView>()(
  z.object({
    namespace: z.string(),
    seen: z.string(),
    paused: z.boolean(),
    notices: z.array(
      z.object({ source: z.string(), known: z.number(), gone: z.number(), seenAt: z.string(), text: z.string() }),
    ),
    doubted: z.array(
      z.object({ kind: KindName, name: z.string(), uid: z.string(), doubt: z.enum(['restored', 'copied']) }),
    ),
  }),
)

const AcceptedLandscape = answer<Accepted>()(z.object({ accepted: Landscape, claims: z.number() }))

/** The landscape after a restore or a move. */
export const LANDSCAPE = {
  schemas: { Landscape, AcceptedLandscape },
  routes: [
    read('/landscape', {
      summary: 'Get whether releases and cleaning pause, and which bindings are in doubt',
      answers: { 200: Landscape },
      run: () => {
        const { landscape, inventory } = runtime().landscapeState
        return landscapeView(landscape, inventory)
      },
    }),
    // Confirms a restore or a move. The service checks the role and records the attempt.
    write('POST', '/landscape/accept', {
      ownData: true,
      summary: 'Accept a restored or moved landscape',
      role: 'admin',
      body: AcceptInput,
      answers: { 200: AcceptedLandscape },
      action: ACCEPT_LANDSCAPE,
      run: ({ user, requestId, body }) => acceptLandscape(runtime().landscapeState, { user, requestId }, body),
    }),
  ],
} satisfies Resource
