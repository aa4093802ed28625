/**
 * Polling interval for data of the database, which the server's events do not cover
 * (docs/decisions/012).
 */
export const DATABASE_MS = 5_000
