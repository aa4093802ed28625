export const MOST_OF_TOKEN_NAME = 60

/** Maximum lifetime, so that the token of an abandoned script expires. */
export const MOST_TOKEN_DAYS = 365
