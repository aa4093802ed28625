/** Characters that somebody says with an action at most; a hold keeps its reason on the binding. */
export const MOST_SAID = { reason: 500, ticket: 100 } as const
