import type { z } from 'zod'
import type { Io } from '../../../command.ts'
import type { Errors } from './answers.ts'

/** Words of a search as the query of an address. */
export function searchOf(words: readonly string[], more: Readonly<Record<string, string>> = {}): string {
  return new URLSearchParams({ q: words.join(' '), ...more }).toString()
}

/** Says what is wrong with a search, as the console found it. Returns whether something is. */
export function searchProblem({ errors }: { readonly errors: z.output<typeof Errors> }, io: Io): boolean {
  for (const { message } of errors) io.err(`hap: ${message}`)
  return errors.length > 0
}
