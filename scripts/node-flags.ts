/**
 * How Node.js runs the console. Left to itself it keeps room for new objects by what the machine has, 130 MB on a large one, and
 * gives none of it back; what the console makes at once fits into much less.
 */
export const NODE_FLAGS = ['--max-semi-space-size=16']
