import { isNotServed } from '#lib/garden/client/garden-error.ts'

/** Stands for the answer about a binding whose kind Gardener does not serve, of which nothing can be read. Throws what else was thrown. */
export function unlessServed(error: unknown): 'not-served' {
  if (!isNotServed(error)) throw error
  return 'not-served'
}
