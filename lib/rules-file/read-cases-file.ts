import type { Document } from 'yaml'
import { parseCases } from '#lib/hap/cases/cases-document.ts'
import type { PinnedCase } from '#lib/hap/cases/pinned-case.ts'
import { decodeText } from './decode-text.ts'
import { type FileProblem, Lines, type Place } from './file-problem.ts'
import { offsetOfKey, offsetOfNearest } from './node-offset.ts'
import { parseYaml } from './parse-yaml.ts'

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
