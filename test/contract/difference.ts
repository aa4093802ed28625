import { isObject, type Json, type JsonObject, stringAt } from '#embedded-garden/json.ts'
import type { KnownFields } from './defaulted.ts'
import type { Identities } from './identities.ts'
import { textsMatch } from './text-match.ts'

export interface Difference {
  readonly path: string
  readonly expected: string
  readonly actual: string
}

/** The context of a comparison. */
export interface Comparison {
  readonly identities: Identities
  readonly known: KnownFields
  /** Names made up by the server: equal by their part in the scenario. */
  readonly generatedNames: ReadonlySet<string>
}

interface Position {
  readonly path: string
  /** The object the value belongs to, and the path below it without indexes. */
  readonly kind: string
  readonly below: string
}

const SHOWN = 200

/** Every difference between two normalised values. */
export function differences(
  expected: Json | undefined,
  actual: Json | undefined,
  comparison: Comparison,
  path = 'body',
  kind = '',
): Difference[] {
  return [...compare(expected, actual, comparison, { path, kind, below: '' })]
}

function* compare(
  expected: Json | undefined,
  actual: Json | undefined,
  comparison: Comparison,
  at: Position,
): Generator<Difference> {
  if (isObject(expected) && isObject(actual)) yield* compareObjects(expected, actual, comparison, at)
  else if (Array.isArray(expected) && Array.isArray(actual)) yield* compareArrays(expected, actual, comparison, at)
  else if (typeof expected === 'string' && typeof actual === 'string') {
    if (!stringsMatch(expected, actual, comparison, at)) yield difference(expected, actual, at)
  } else if (expected !== actual) yield difference(expected, actual, at)
}

function* compareObjects(
  expected: JsonObject,
  actual: JsonObject,
  comparison: Comparison,
  at: Position,
): Generator<Difference> {
  const kind = stringAt(expected, 'kind')
  const own = isObject(expected.metadata) && (kind || at.kind) ? { kind: kind || at.kind, below: '' } : at
  for (const key of new Set([...Object.keys(expected), ...Object.keys(actual)])) {
    const below = `${own.below}.${key}`
    if (comparison.known.mayDiffer(own.kind, below)) continue
    if (DISCOVERY[kind] === key) {
      yield* compareSubset(expected[key], actual[key], comparison, { ...at, path: `${at.path}.${key}` })
      continue
    }
    const itemKind = key === 'items' ? own.kind.replace(/List$/, '') : own.kind
    yield* compare(expected[key], actual[key], comparison, {
      path: `${at.path}.${key}`,
      kind: itemKind,
      below: key === 'items' ? '' : below,
    })
  }
}

function* compareArrays(expected: Json[], actual: Json[], comparison: Comparison, at: Position): Generator<Difference> {
  for (let i = 0; i < Math.max(expected.length, actual.length); i++)
    yield* compare(expected[i], actual[i], comparison, { ...at, path: `${at.path}[${i}]` })
}

/** Lists of which a server may offer a part; the offered items must be equal. */
const DISCOVERY: Readonly<Record<string, string>> = { APIResourceList: 'resources', APIGroupList: 'groups' }

function* compareSubset(
  expected: Json | undefined,
  actual: Json | undefined,
  comparison: Comparison,
  at: Position,
): Generator<Difference> {
  if (!Array.isArray(expected) || !Array.isArray(actual)) return yield difference(expected, actual, at)
  const byName = new Map(expected.filter(isObject).map(item => [stringAt(item, 'name'), item]))
  for (const item of actual.filter(isObject)) {
    const name = stringAt(item, 'name')
    yield* compare(byName.get(name), item, comparison, { ...at, path: `${at.path}(${name})`, kind: '' })
  }
}

function stringsMatch(
  expected: string,
  actual: string,
  { identities, generatedNames }: Comparison,
  at: Position,
): boolean {
  if (/(^|\.)resourceVersion$/.test(at.path) && /^\d+$/.test(expected))
    return identities.match('version', expected, actual)
  if (generatedNames.has(expected)) return identities.match('name', expected, actual)
  return textsMatch(expected, actual, identities)
}

function difference(expected: Json | undefined, actual: Json | undefined, at: Position): Difference {
  return { path: at.path, expected: show(expected), actual: show(actual) }
}

function show(value: Json | undefined): string {
  if (value === undefined) return '(nothing)'
  const text = JSON.stringify(value)
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text
}
