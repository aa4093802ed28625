import { Document, isMap, isSeq, type Node } from 'yaml'
import { parseCases } from '#lib/hap/cases/cases-document.ts'
import { formatExpectation, type PinnedCase } from '#lib/hap/cases/pinned-case.ts'
import { parseYaml } from './parse-yaml.ts'

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
