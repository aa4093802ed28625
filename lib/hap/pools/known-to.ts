/** Who knows a cluster: Gardener and the database, or only one of them. */
export const KNOWN_TO = ['both', 'gardener', 'database'] as const

export type KnownTo = (typeof KNOWN_TO)[number]
