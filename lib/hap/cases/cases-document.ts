import { isRecord } from '../document.ts'
import { MAX_FIELD_LENGTH } from '../request.ts'
import type { DocumentPath } from '../rules/rule-source.ts'
import { type PinnedCase, parseExpectation } from './pinned-case.ts'

/** A problem of a document of cases. `key`: it concerns the last key of the path, not the value. */
interface CasesProblem {
  readonly path: DocumentPath
  readonly key: boolean
  readonly message: string
  readonly hint: string
}

/** Maximum number of cases, since each key stroke runs all of them. */
export const MAX_CASES = 2_000

const REQUEST_FIELDS = ['plan', 'provider', 'platformRegion', 'hyperscalerRegion', 'globalAccount'] as const
const CASE_FIELDS = ['name', 'request', 'expect']
const FORM = 'Write `cases:` and below it a list of cases, each with name, request and expect.'

/** Parses a document of cases; returns all problems, or all cases. */
export function parseCases(
  document: unknown,
): { readonly cases: readonly PinnedCase[] } | { readonly problems: readonly CasesProblem[] } {
  const problems: CasesProblem[] = []
  const report: Report = (path, message, hint, key = false) => void problems.push({ path, key, message, hint })
  const cases = readDocument(document, report)
  return problems.length > 0 ? { problems } : { cases }
}

type Report = (path: DocumentPath, message: string, hint: string, key?: boolean) => void

function readDocument(document: unknown, report: Report): readonly PinnedCase[] {
  if (document === null || document === undefined) {
    report([], 'The document is empty.', FORM)
    return []
  }
  if (!isRecord(document) || !Object.hasOwn(document, 'cases')) {
    report([], 'There are no cases in this document.', FORM)
    return []
  }
  checkFields(document, ['cases'], [], report)
  const { cases } = document
  if (cases === null) return []
  if (!Array.isArray(cases)) {
    report(['cases'], '`cases` is not a list.', FORM)
    return []
  }
  if (cases.length > MAX_CASES) {
    const most = MAX_CASES.toLocaleString('en')
    report(
      ['cases'],
      `There are ${cases.length.toLocaleString('en')} cases; at most ${most} are read.`,
      'Split the file.',
    )
    return []
  }
  const names = new Map<string, number>()
  return cases.flatMap((value: unknown, index) => readCase(value, index, names, report) ?? [])
}

function readCase(value: unknown, index: number, names: Map<string, number>, report: Report): PinnedCase | null {
  const path = ['cases', index]
  if (!isRecord(value)) {
    report(path, `Case ${index + 1} is not a mapping.`, 'Give it name, request and expect.')
    return null
  }
  checkFields(value, CASE_FIELDS, path, report)
  const name = readText(value, 'name', path, report)
  const request = readRequest(value.request, [...path, 'request'], report)
  const expected = parseExpectation(Object.hasOwn(value, 'expect') ? value.expect : undefined)
  if ('problem' in expected) report([...path, 'expect', ...expected.path], expected.problem, expected.hint)
  if (name === '') report([...path, 'name'], `Case ${index + 1} has no name.`, 'Describe the case.')
  const earlier = name === null || name === '' ? undefined : names.get(name)
  if (earlier !== undefined) {
    report([...path, 'name'], `Cases ${earlier + 1} and ${index + 1} have the same name.`, 'Give each its own.')
  } else if (name !== null) names.set(name, index)
  return name !== null && request && 'expected' in expected ? { name, request, expected: expected.expected } : null
}

function readRequest(value: unknown, path: DocumentPath, report: Report): PinnedCase['request'] | null {
  if (!isRecord(value)) {
    report(path, 'The case has no request.', 'Give it a mapping with at least `plan`.')
    return null
  }
  checkFields(value, REQUEST_FIELDS, path, report)
  const texts = REQUEST_FIELDS.map(field => readText(value, field, path, report))
  const [plan, provider, platformRegion, hyperscalerRegion, globalAccount] = texts.map(text => text ?? '')
  if (texts[0] === '') report([...path, 'plan'], 'The request has no plan.', 'Name one, for example `plan: aws`.')
  return {
    plan: plan ?? '',
    provider: provider ?? '',
    platformRegion: platformRegion ?? '',
    hyperscalerRegion: hyperscalerRegion ?? '',
    globalAccount: globalAccount ?? '',
  }
}

/** Trimmed text of a field; empty when absent, null when it is not a text. */
function readText(
  record: Readonly<Record<string, unknown>>,
  field: string,
  path: DocumentPath,
  report: Report,
): string | null {
  const value = Object.hasOwn(record, field) ? record[field] : undefined
  if (value === undefined || value === null) return ''
  if (typeof value !== 'string') {
    report([...path, field], `\`${field}\` is not a text.`, 'Put it in quotes.')
    return null
  }
  if (value.length > MAX_FIELD_LENGTH) {
    report([...path, field], `\`${field}\` has more than ${MAX_FIELD_LENGTH} characters.`, 'Shorten it.')
    return null
  }
  return value.trim()
}

function checkFields(
  record: Readonly<Record<string, unknown>>,
  known: readonly string[],
  path: DocumentPath,
  report: Report,
): void {
  for (const field of Object.keys(record)) {
    if (known.includes(field)) continue
    const name = field.length > 40 ? `${field.slice(0, 40)}…` : field
    report([...path, field], `Unknown field \`${name}\`.`, `There are: ${known.join(', ')}.`, true)
  }
}
