/** Maximum size of a request body: a bulk job with the maximum number of targets and the longest names. next.config.js has the same limit. */
export const MAX_BODY_BYTES = 2_000_000
