/**
 * What a request brings at most that starts a job, from a page or to the API: room for the most targets, with the longest names there
 * are. Next.js reads as much of a call (next.config.js).
 */
export const MAX_BODY_BYTES = 2_000_000
