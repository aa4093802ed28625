import { Document, isMap, isSeq, type Node } from 'yaml'
import { parseCases } from '#lib/hap/cases/cases-document.ts'
import { formatExpectation, type PinnedCase } from '#lib/hap/cases/pinned-case.ts'
import { decodeText } from './decode-text.ts'
import { type FileProblem, Lines, type Place } from './file-problem.ts'
import { parseYaml } from './parse-yaml.ts'
import { offsetOfKey, offsetOfNearest } from './yaml-nodes.ts'

/** Limit of reported problems; a file with more is the wrong file. */
const MAX_PROBLEMS = 20

interface CasesFile {
  readonly cases: readonly PinnedCase[]
  /** The whole text; see writeCasesFile. */
  readonly text: string
  /** Position of each case. */
  readonly places: readonly Place[]
}

/**
 * Parses the bytes of a YAML or JSON file of pinned cases. Never throws; returns all problems with
 * their positions.
 */
export function readCasesFile(bytes: Uint8Array): CasesFile | { readonly problems: readonly FileProblem[] } {
  const decoded = decodeText(bytes)
  if ('problem' in decoded) return { problems: [decoded.problem] }
  const { text } = decoded
  const yaml = parseYaml(text)
  if ('problems' in yaml) return { problems: yaml.problems }
  const lines = new Lines(text)
  const read = parseCases(yaml.value)
  if ('problems' in read) {
    const problems = read.problems.slice(0, MAX_PROBLEMS).map(({ path, key, message, hint }) => {
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

/**
 * Parses a stored cases file. Returns no cases for an empty text, and for a format of another
 * version.
 */
export function parseStoredCases(text: string): readonly PinnedCase[] {
  if (text.trim() === '') return []
  const read = readCasesFile(new TextEncoder().encode(text))
  return 'cases' in read ? read.cases : []
}

/**
 * Formats cases as YAML for readCasesFile. With `source`, the file they came from, cases of the
 * same name preserve their comments, field order and quotes. A file that cannot be updated this way
 * is formatted from scratch.
 */
export function writeCasesFile(cases: readonly PinnedCase[], source: string | null): string {
  const formatAll = () => formatDocument(new Document({ cases: cases.map(formatCase) }))
  if (source === null) return formatAll()
  const yaml = parseYaml(source)
  if ('problems' in yaml) return formatAll()
  if (hasCases(yaml.value, cases)) return source
  const updated = updateFile(cases, yaml.document)
  if (updated === null) return formatAll()
  const reparsed = parseYaml(updated)
  return 'value' in reparsed && hasCases(reparsed.value, cases) ? updated : formatAll()
}

/** Whether a parsed file contains exactly these cases. */
function hasCases(value: unknown, cases: readonly PinnedCase[]): boolean {
  const read = parseCases(value)
  return 'cases' in read && serializeCases(read.cases) === serializeCases(cases)
}

/**
 * Replaces the cases in a file. Returns null when the file has no list, or its list consists of
 * aliases.
 */
function updateFile(cases: readonly PinnedCase[], document: Document): string | null {
  const list = document.get('cases', true)
  if (!isSeq(list)) return null
  const known = new Map<unknown, Node>()
  for (const item of list.items) if (isMap(item)) known.set(trimName(item.get('name')), item)
  list.items = cases.map(one => updateCase(document, known.get(one.name), formatCase(one)))
  try {
    return formatDocument(document)
  } catch {
    // The anchor of an alias was removed.
    return null
  }
}

function updateCase(document: Document, node: Node | undefined, next: WrittenCase): Node {
  if (!isMap(node)) return document.createNode(next)
  for (const field of ['request', 'expect'] as const) {
    const value: unknown = node.get(field, true)
    const before: unknown = isMap(value) ? value.toJSON() : node.get(field)
    if (JSON.stringify(before) !== JSON.stringify(next[field])) node.set(field, document.createNode(next[field]))
  }
  return node
}

type WrittenCase = ReturnType<typeof formatCase>

function formatCase({ name, request, expected }: PinnedCase) {
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

function serializeCases(cases: readonly PinnedCase[]): string {
  return JSON.stringify(cases.map(formatCase))
}

function trimName(value: unknown): unknown {
  return typeof value === 'string' ? value.trim() : value
}

function formatDocument(document: Document): string {
  return document.toString({ lineWidth: 0 })
}
