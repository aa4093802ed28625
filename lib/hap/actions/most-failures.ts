/** Failures after which a person has to look (semantics, States of a binding). */
export const MOST_FAILURES = 3
