import type { User } from '#lib/auth/session.ts'
import { type SettingRow, settingRows } from '#lib/env.ts'
import { runtime } from '#lib/runtime.ts'
import { VERSION } from '#lib/version.ts'

/** What the console is and runs with, and who asks. */
export interface SettingsAnswer {
  readonly version: string
  /** Whose session or token it is. */
  readonly you: Pick<User, 'name' | 'role'>
  readonly landscape: { readonly name: string; readonly namespace: string; readonly embedded: boolean }
  /** Versions of the servers, null until they have told. */
  readonly gardener: string | null
  readonly database: { readonly kind: 'embedded' | 'server'; readonly version: string | null }
  /** The settings of the start; the value of a secret is null. */
  readonly settings: readonly (Omit<SettingRow, 'name'> & { readonly name: string })[]
}

/** What the page of settings shows of the start. */
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
