/** Characters that somebody says with a publication of rules at most. */
export const MOST_OF_PUBLICATION = { reason: 1_000, ticket: 200 } as const
