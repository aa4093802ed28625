/** Characters that somebody says with a change of allowlist and limits at most. */
export const MOST_OF_CHANGE = { reason: 1_000, ticket: 200 } as const
