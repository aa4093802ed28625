import path from 'node:path'
import { env } from '#lib/env.ts'
import type { RulesState } from './rules-context.ts'

/** Where the rules in force come from, in words: `revision 4`, before the first one the name of their file, or `built-in`. */
export function rulesOrigin({ publication }: Pick<RulesState['active'], 'publication'>): string {
  if (publication !== null) return `revision ${publication.number}`
  const file = env().HAP_RULES_FILE
  // Where the file is on the server is nobody's business.
  return file === null ? 'built-in' : path.basename(file)
}
