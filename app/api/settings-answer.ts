import type { User } from '#lib/auth/session.ts'
import { type SettingRow, settingRows } from '#lib/env.ts'
import { runtime } from '#lib/runtime.ts'
import { VERSION } from '#lib/version.ts'

/** Version, settings and user of the console. */
export interface SettingsAnswer {
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

/** Collects the startup settings for the settings page. */
export function settingsAnswer({ name, role }: User): SettingsAnswer {
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
