/**
 * Targets of a bulk job that are tried by a dry run before it starts. Gardener lets five writes through at once and then one each
 * 0.4 s; a dry run counts as one, and what is left of the five belongs to claims that come meanwhile.
 */
export const MOST_TRIED = 3
