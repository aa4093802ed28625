export interface Import {
  readonly specifier: string
  readonly line: number
  /** Whether the compiler erases it, because it imports types only. */
  readonly typeOnly: boolean
  /** The statement up to its specifier. */
  readonly statement: string
}

const STATEMENT =
  /^[ \t]*(?:import|export)\s+(type\s+)?(?:[^'";]*?\bfrom\s*)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/gm

/** All static and dynamic imports of a TypeScript text, in order. */
export function importsOf(text: string): Import[] {
  const code = withoutComments(text)
  return [...code.matchAll(STATEMENT)].map(found => ({
    specifier: found[2] ?? found[3] ?? '',
    line: code.slice(0, found.index + found[0].search(/\S/)).split('\n').length,
    statement: found[0],
    typeOnly: found[1] !== undefined || isTypeList(found[0]),
  }))
}

function isTypeList(statement: string): boolean {
  const names = /^\s*(?:import|export)\s*\{([^}]*)\}/.exec(statement)?.[1]
  return names?.split(',').every(name => name.trim() === '' || name.trim().startsWith('type ')) ?? false
}

/** Replaces comments by spaces of the same length, so that lines and columns stay. */
export function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\/|(^|[^:'"`\\])\/\/.*$/gm, comment => comment.replace(/[^\n]/g, ' '))
}
