export const MOST_OF_TOKEN_NAME = 60

/** A script that nobody looks after for a year has no token any more. */
export const MOST_TOKEN_DAYS = 365
