/** Which accounts cleaners may touch, and whether they delete; the same for all processes of an installation. */
export interface CleaningSettings {
  /** Gardener's provider types whose cleaners are on. */
  readonly cleaners: ReadonlySet<string>
  /** Whether anything is deleted or given back; false = a dry run that only notes what it would do. */
  readonly deletes: boolean
  /** Bindings, Secrets, and accounts of providers by name, which nobody ever cleans. */
  readonly protectedNames: ReadonlySet<string>
}
