/** Characters of an import: a call of the server takes 2 MB, of which the rules may be one. */
export const MOST_OF_IMPORT = 900_000
