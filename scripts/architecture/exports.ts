import { type Import, withoutComments } from './imports.ts'

interface Export {
  readonly name: string
  readonly line: number
}

const DECLARATION =
  /^export\s+(?:declare\s+)?(?:async\s+)?(?:abstract\s+)?(?:function\s*\*?|const|let|class|interface|type|enum)\s+([A-Za-z_$][\w$]*)/gm
const LIST = /^export\s+(?:type\s+)?\{([^}]*)\}/gm

/** Names a TypeScript text exports, its default one aside. */
export function exportsOf(text: string): Export[] {
  const code = withoutComments(text)
  const at = (index: number) => code.slice(0, index).split('\n').length
  return [
    ...[...code.matchAll(DECLARATION)].map(found => ({ name: found[1] ?? '', line: at(found.index) })),
    ...[...code.matchAll(LIST)].flatMap(found =>
      namesIn(found[1] ?? '', 'exported').map(name => ({ name, line: at(found.index) })),
    ),
  ]
}

/** Names an import statement takes of its file; null for all of them: a namespace, a dynamic import. */
export function importedNames({ statement }: Pick<Import, 'statement'>): readonly string[] | null {
  if (/^\s*import\(|\*/.test(statement)) return null
  return namesIn(/\{([^}]*)\}/.exec(statement)?.[1] ?? '', 'imported')
}

/** `a`, `b as c` and `type d` of a list in braces; of a renamed one the name before or after. */
function namesIn(list: string, which: 'imported' | 'exported'): string[] {
  return list.split(',').flatMap(item => {
    const [first = '', last = first] = item
      .trim()
      .replace(/^type\s+/, '')
      .split(/\s+as\s+/)
    const name = which === 'imported' ? first : last
    return name === '' || name === 'default' ? [] : name
  })
}
