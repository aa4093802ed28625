/** Option `expect` of the test runner: only a hanging test waits this long for a condition, also on a busy machine. */
export const POLL_LIMIT = { poll: { timeout: 20_000 } }
