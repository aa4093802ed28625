import { queryText, SIMULATOR_PARAMETERS } from '#lib/paths.ts'

const { mode, semantics, rules, compared, ...FIELDS } = SIMULATOR_PARAMETERS

/** Short ones first: of a link that was cut, most of what it asks is there. `run` = the matrix was asked for as it is. */
const PARAMETERS: readonly string[] = [mode, 'run', semantics, rules, compared, ...Object.values(FIELDS)]

/** The draft that is compared; last, since it is long. It stands in links alone, never in the address. */
export const DRAFT = 'draft'

/** What a link has to say, from the query of the address: the parameters of the simulator, without white space nobody means. */
export function stateOf(query: string): string {
  const given = new URLSearchParams(query)
  const pairs = PARAMETERS.map(name => [name, given.get(name)?.trim() ?? ''])
  // The first line of a document may be indented.
  const draft = given.get(DRAFT)?.trimEnd() ?? ''
  return queryText(new URLSearchParams([...pairs, [DRAFT, draft]].filter(([, value]) => value !== '')))
}

/** As much of a state as can be read of its beginning: the last parameter may be half of one, and so is left out. */
export function beginningOf(text: string): string {
  // A state is ASCII without blanks; from anything else on it is damaged.
  const [legible = ''] = text.split(/[^\x21-\x7e]/)
  const parts = legible.split('&').slice(0, -1)
  return stateOf(parts.filter(part => /^[a-z]+=([^%=]|%[0-9A-F]{2})+$/.test(part)).join('&'))
}
