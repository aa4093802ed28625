/** What a store tells whoever logs; it knows no log itself. */
export interface StoreEvents {
  /** A statement or transaction that took longer than it should. The SQL has no parameters. */
  slow(taken: { readonly what: 'statement' | 'transaction'; readonly sql: string | null; readonly ms: number }): void
  /** The database does not answer any more; `cause` is for the log only. */
  down(message: string, cause: unknown): void
  up(place: string): void
  migrated(names: readonly string[]): void
}

/** Nobody listens: a command ends by itself, and says why. */
export const SILENT: StoreEvents = { slow: () => {}, down: () => {}, up: () => {}, migrated: () => {} }
