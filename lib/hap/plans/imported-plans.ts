import { csvLine, parseCsv } from '../csv.ts'
import { isRecord } from '../document.ts'
import { suggestName } from '../suggest-name.ts'
import { isOneLine } from '../text.ts'
import type { PlanFacts } from './plan.ts'

/** Plan facts by cluster: the name of its shoot or its runtime id. */
export type ImportedPlans = ReadonlyMap<string, PlanFacts>

/** Maximum characters of an import: a server action accepts 2 MB, which may include the rules. */
export const MAX_IMPORT_LENGTH = 900_000

interface Entry {
  /** Position for people: `Line 3`, `Entry 3`. */
  readonly place: string
  readonly cluster: unknown
  readonly plan: unknown
  readonly platformRegion: unknown
}

type Read<What> = What | { readonly problems: readonly string[] }

/** Maximum characters of a name, plan or region. */
const MAX_CHARACTERS = 253
const COLUMNS = { cluster: 'cluster', plan: 'plan', platform_region: 'platformRegion' } as const
const HEAD = Object.keys(COLUMNS)

/**
 * Parses plans by cluster: CSV with the columns cluster, plan and platform_region, such as an
 * exported impact, or JSON with a list of `{cluster, plan, platformRegion}`. Returns all entries,
 * or all problems with their positions.
 */
export function parsePlansFile(text: string): Read<{ readonly plans: ImportedPlans }> {
  const entries = /^\ufeff?\s*[[{]/.test(text) ? jsonEntries(text) : csvEntries(text)
  if ('problems' in entries) return entries
  const problems: string[] = []
  const plans = new Map<string, PlanFacts>()
  for (const entry of entries.entries) {
    const found = parseEntry(entry)
    if ('problem' in found) problems.push(`${entry.place}: ${found.problem}`)
    else if (found.facts === null) continue
    else if (differs(plans.get(found.cluster), found.facts))
      problems.push(`${entry.place}: ${found.cluster} was given before, with another plan or platform region.`)
    else plans.set(found.cluster, found.facts)
  }
  if (problems.length > 0) return { problems }
  return plans.size === 0 ? { problems: ['No cluster with a plan or a platform region was found.'] } : { plans }
}

/** Formats plans as CSV with these columns only. */
export function formatPlansFile(plans: ImportedPlans): string {
  const lines = Array.from(plans, ([cluster, { plan, platformRegion }]) => csvLine([cluster, plan, platformRegion]))
  return csvLine(HEAD) + lines.join('')
}

/** `facts` is null for a cluster without any. */
function parseEntry(entry: Entry): { cluster: string; facts: PlanFacts | null } | { problem: string } {
  const parts = [entry.cluster, entry.plan, entry.platformRegion].map(part => part ?? '')
  const wrong = parts.findIndex(part => typeof part !== 'string')
  if (wrong >= 0) return { problem: `${HEAD[wrong]} is not text.` }
  const long = parts.findIndex(part => String(part).length > MAX_CHARACTERS)
  if (long >= 0) return { problem: `${HEAD[long]} has more than ${MAX_CHARACTERS} characters.` }
  const texts = parts.map(part => String(part).trim())
  // An unclosed quotation mark merges the following rows into a cell.
  const broken = texts.findIndex(text => !isOneLine(text))
  if (broken >= 0) return { problem: `${HEAD[broken]} is not one line of text.` }
  const [cluster = '', plan = '', platformRegion = ''] = texts
  if (cluster === '') return { problem: 'names no cluster.' }
  if (plan === '' && platformRegion === '') return { cluster, facts: null }
  return { cluster, facts: { plan: plan || null, platformRegion: platformRegion || null } }
}

function csvEntries(text: string): Read<{ readonly entries: readonly Entry[] }> {
  const [head, ...lines] = parseCsv(text)
  // Spreadsheets write rows without content as separators only.
  const rows = lines.filter(({ cells }) => cells.some(cell => cell.trim() !== ''))
  const names = head?.cells.map(columnName) ?? []
  const [cluster, plan, region] = HEAD.map(name => names.indexOf(name))
  const misspelt = names.flatMap(name => {
    const meant = HEAD.includes(name) ? null : suggestName(name, HEAD)
    return meant === null || names.includes(meant) ? [] : `${name} is no column; did you mean ${meant}?`
  })
  if (misspelt.length > 0) return { problems: misspelt.map(each => `Line ${head?.line ?? 1}: ${each}`) }
  if (cluster === undefined || cluster < 0 || (plan === -1 && region === -1)) {
    const sentence = `Line ${head?.line ?? 1}: the columns must have names, among them cluster, and plan or platform_region.`
    return { problems: [sentence] }
  }
  const twice = HEAD.find(name => names.indexOf(name) !== names.lastIndexOf(name))
  if (twice) return { problems: [`Line ${head?.line ?? 1}: there are two columns ${twice}.`] }
  const cut = rows.filter(({ cells }) => cells.length !== names.length)
  if (cut.length > 0) {
    return {
      problems: cut.map(({ line, cells }) => `Line ${line}: has ${counted(cells.length)} instead of ${names.length}.`),
    }
  }
  const cell = (cells: readonly string[], place: number | undefined) => cells[place ?? -1]
  return {
    entries: rows.map(({ line, cells }) => ({
      place: `Line ${line}`,
      cluster: cell(cells, cluster),
      plan: cell(cells, plan),
      platformRegion: cell(cells, region),
    })),
  }
}

/** A column by its name in any spelling: `platformRegion`, `Platform Region`, `platform-region`. */
function columnName(cell: string): string {
  const name = cell.trim().toLowerCase()
  const plain = name.replace(/[\s_-]/g, '')
  return HEAD.find(column => column.replace('_', '') === plain) ?? name
}

function counted(cells: number): string {
  return `${cells} ${cells === 1 ? 'cell' : 'cells'}`
}

function jsonEntries(text: string): Read<{ readonly entries: readonly Entry[] }> {
  const value = parseJson(text)
  if (!Array.isArray(value)) {
    const what = value === undefined ? 'The file is not valid JSON.' : 'The JSON is no list.'
    return { problems: [`${what} Give a list of {"cluster", "plan", "platformRegion"}.`] }
  }
  const problems = value.flatMap((entry, index) => (isRecord(entry) ? [] : [`Entry ${index + 1}: is no object.`]))
  if (problems.length > 0) return { problems }
  return {
    entries: value.filter(isRecord).map(({ cluster, plan, platformRegion }, index) => {
      return { place: `Entry ${index + 1}`, cluster, plan, platformRegion }
    }),
  }
}

/** Returns undefined for invalid JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''))
  } catch {
    return undefined
  }
}

function differs(before: PlanFacts | undefined, after: PlanFacts): boolean {
  return before !== undefined && (before.plan !== after.plan || before.platformRegion !== after.platformRegion)
}
