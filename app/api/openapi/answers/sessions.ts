import { z } from 'zod'
import type { SessionView } from '#lib/queries/list-sessions.ts'
import { answer } from '../answer.ts'

export const Session = answer<SessionView>()(
  z.object({
    id: z.string(),
    userName: z.string(),
    role: z.string(),
    address: z.string().nullable(),
    browser: z.string().nullable(),
    createdAt: z.string(),
    usedAt: z.string(),
    endedAt: z.string().nullable(),
    endReason: z.string().nullable(),
    endedBy: z.string().nullable(),
  }),
)

export const SessionList = answer<{ alive: readonly SessionView[]; ended: readonly SessionView[] }>()(
  z.object({ alive: z.array(Session), ended: z.array(Session) }),
)
