import { z } from 'zod'
import type { SettingsAnswer } from '#app/api/settings-answer.ts'
import { ROLES } from '#lib/auth/roles.ts'
import { answer } from '../answer.ts'

export const Settings = answer<SettingsAnswer>()(
  z.object({
    version: z.string(),
    you: z.object({ name: z.string(), role: z.enum(ROLES) }),
    landscape: z.object({ name: z.string(), namespace: z.string(), embedded: z.boolean() }),
    gardener: z.string().nullable(),
    database: z.object({ kind: z.enum(['embedded', 'server']), version: z.string().nullable() }),
    settings: z.array(
      z.object({
        name: z.string(),
        meaning: z.string(),
        value: z.string().nullable(),
        from: z.enum(['environment', 'default', 'unset']),
      }),
    ),
  }),
)
