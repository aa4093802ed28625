import type { StoreEvents } from '#lib/store/store.ts'

/** Ignores all events. */
export const SILENT: StoreEvents = { slow: () => {}, down: () => {}, up: () => {}, migrated: () => {} }
