import { type Document, isAlias, isScalar, type Scalar } from 'yaml'
import { findRules } from '#lib/hap/rules/rule-source.ts'
import { parseYaml } from './parse-yaml.ts'

/** The text of a file with another text for each of its rules; everything between them stays, and so do rules by reference. */
export function replaceRules(text: string, rules: readonly string[]): string {
  const yaml = parseYaml(text)
  const found = 'problems' in yaml ? null : findRules(yaml.value)
  if ('problems' in yaml || !found || !('source' in found)) return text
  const { path } = found.source
  const edits = rules.flatMap((rule, index) => edit(yaml.document, [...path, index], rule) ?? [])
  return edits.reduceRight(
    (result, { start, end, written }) => result.slice(0, start) + written + result.slice(end),
    text,
  )
}

interface Edit {
  readonly start: number
  readonly end: number
  readonly written: string
}

function edit(document: Document, path: readonly (string | number)[], rule: string): Edit | null {
  const node = document.getIn(path, true)
  if (isAlias(node) || !isScalar(node) || !node.range || node.value === rule) return null
  const [start, end] = node.range
  return { start, end, written: writeLike(node, rule) }
}

/** The rule in the quotes of the scalar it replaces; block scalars end with their line. */
function writeLike({ type }: Scalar, rule: string): string {
  if (type === 'QUOTE_DOUBLE') return JSON.stringify(rule)
  if (type === 'QUOTE_SINGLE') return `'${rule.replaceAll("'", "''")}'`
  return type === 'BLOCK_FOLDED' || type === 'BLOCK_LITERAL' ? `${rule}\n` : rule
}
