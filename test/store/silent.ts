import type { StoreEvents } from '#lib/store/store.ts'

/** Nobody listens. */
export const SILENT: StoreEvents = { slow: () => {}, down: () => {}, up: () => {}, migrated: () => {} }
