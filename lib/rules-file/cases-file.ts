import { Document, isMap, isSeq, type Node } from 'yaml'
import { parseCases } from '#lib/hap/cases/cases-document.ts'
import { formatExpectation, type PinnedCase } from '#lib/hap/cases/pinned-case.ts'
import { decodeText } from './decode-text.ts'
import { type FileProblem, Lines, type Place } from './file-problem.ts'
import { parseYaml } from './parse-yaml.ts'
import { offsetOfKey, offsetOfNearest } from './yaml-nodes.ts'

/** A file with more problems is the wrong file. */
const MOST_PROBLEMS = 20

interface CasesFile {
  readonly cases: readonly PinnedCase[]
  /** The whole file; see writeCasesFile. */
  readonly text: string
  /** Where each case begins. */
  readonly places: readonly Place[]
}

/** Reads the bytes of a YAML or JSON file of pinned cases. Never throws; all problems at once, each with its place. */
export function readCasesFile(bytes: Uint8Array): CasesFile | { readonly problems: readonly FileProblem[] } {
  const decoded = decodeText(bytes)
  if ('problem' in decoded) return { problems: [decoded.problem] }
  const { text } = decoded
  const yaml = parseYaml(text)
  if ('problems' in yaml) return { problems: yaml.problems }
  const lines = new Lines(text)
  const read = parseCases(yaml.value)
  if ('problems' in read) {
    const problems = read.problems.slice(0, MOST_PROBLEMS).map(({ path, key, message, hint }) => {
      return { message, hint, place: path.length === 0 ? null : lines.placeOf(startOf(yaml.document, path, key)) }
    })
    return { problems }
  }
  const places = read.cases.map((_, index) => lines.placeOf(offsetOfNearest(yaml.document, ['cases', index])))
  return { cases: read.cases, text, places }
}

function startOf(document: Document, path: Parameters<typeof offsetOfKey>[1], key: boolean): number {
  return key ? offsetOfKey(document, path) : offsetOfNearest(document, path)
}

/** The cases of a document that was kept; none for an empty one, and for one that another version wrote in another form. */
export function casesOf(text: string): readonly PinnedCase[] {
  if (text.trim() === '') return []
  const read = readCasesFile(new TextEncoder().encode(text))
  return 'cases' in read ? read.cases : []
}

/**
 * Cases as YAML that readCasesFile takes. Where they came from a file (`source`), its comments, order of fields and quotes stay with every
 * case of the same name; a file that cannot be kept so is written anew.
 */
export function writeCasesFile(cases: readonly PinnedCase[], source: string | null): string {
  const anew = () => textOf(new Document({ cases: cases.map(written) }))
  if (source === null) return anew()
  const yaml = parseYaml(source)
  if ('problems' in yaml) return anew()
  if (hasOnly(yaml.value, cases)) return source
  const kept = keepFile(cases, yaml.document)
  if (kept === null) return anew()
  const again = parseYaml(kept)
  return 'value' in again && hasOnly(again.value, cases) ? kept : anew()
}

/** Whether what a file says is these cases. */
function hasOnly(value: unknown, cases: readonly PinnedCase[]): boolean {
  const read = parseCases(value)
  return 'cases' in read && sameText(read.cases) === sameText(cases)
}

/** The file with these cases instead of its own; null where it has no list of its own to put them in, or is made of references. */
function keepFile(cases: readonly PinnedCase[], document: Document): string | null {
  const list = document.get('cases', true)
  if (!isSeq(list)) return null
  const known = new Map<unknown, Node>()
  for (const item of list.items) if (isMap(item)) known.set(trimmed(item.get('name')), item)
  list.items = cases.map(one => updated(document, known.get(one.name), written(one)))
  try {
    return textOf(document)
  } catch {
    // An alias whose anchor went away.
    return null
  }
}

function updated(document: Document, node: Node | undefined, next: WrittenCase): Node {
  if (!isMap(node)) return document.createNode(next)
  for (const field of ['request', 'expect'] as const) {
    const value: unknown = node.get(field, true)
    const before: unknown = isMap(value) ? value.toJSON() : node.get(field)
    if (JSON.stringify(before) !== JSON.stringify(next[field])) node.set(field, document.createNode(next[field]))
  }
  return node
}

type WrittenCase = ReturnType<typeof written>

function written({ name, request, expected }: PinnedCase) {
  const { plan, provider, platformRegion, hyperscalerRegion, globalAccount } = request
  return {
    name,
    request: {
      plan,
      ...(provider !== '' && { provider }),
      ...(platformRegion !== '' && { platformRegion }),
      ...(hyperscalerRegion !== '' && { hyperscalerRegion }),
      ...(globalAccount !== '' && { globalAccount }),
    },
    expect: formatExpectation(expected),
  }
}

function sameText(cases: readonly PinnedCase[]): string {
  return JSON.stringify(cases.map(written))
}

function trimmed(value: unknown): unknown {
  return typeof value === 'string' ? value.trim() : value
}

function textOf(document: Document): string {
  return document.toString({ lineWidth: 0 })
}
