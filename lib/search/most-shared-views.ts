/** Views of others that are listed, by name; one's own are all there. */
export const MOST_SHARED = 500
