/** What changes in the database alone is in no event of the server, see docs/decisions/012. */
export const DATABASE_MS = 5_000
