import { z } from 'zod'
import { ROLES } from '#lib/auth/roles.ts'
import type { User } from '#lib/auth/session.ts'
import { type SettingRow, settingRows } from '#lib/env.ts'
import { runtime } from '#lib/runtime.ts'
import { VERSION } from '#lib/version.ts'
import { answer, type Resource, read } from './operation.ts'

/** Version, settings and user of the console. */
interface SettingsAnswer {
  readonly version: string
  /** Owner of the session or token. */
  readonly you: Pick<User, 'name' | 'role'>
  readonly landscape: { readonly name: string; readonly namespace: string; readonly embedded: boolean }
  /** Versions of the servers; null until they are known. */
  readonly gardener: string | null
  readonly database: { readonly kind: 'embedded' | 'server'; readonly version: string | null }
  /** Settings at startup; secrets have the value null. */
  readonly settings: readonly (Omit<SettingRow, 'name'> & { readonly name: string })[]
}

const Settings = answer<SettingsAnswer>()(
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

/** Version, settings and user of the console. */
export const SETTINGS = {
  schemas: { Settings },
  routes: [
    read('/settings', {
      summary: 'Get version, settings and the caller',
      answers: { 200: Settings },
      run: ({ user }) => buildSettings(user),
    }),
  ],
} satisfies Resource

/** Collects the startup settings for the settings page. */
function buildSettings({ name, role }: User): SettingsAnswer {
  const { landscape, versions, store } = runtime()
  return {
    version: VERSION,
    you: { name, role },
    landscape: { name: landscape.name, namespace: landscape.namespace, embedded: landscape.embedded },
    gardener: versions.gardener(),
    database: { kind: store.connection.kind, version: versions.database() },
    settings: settingRows(),
  }
}
