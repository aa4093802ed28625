interface Level {
  /** Path of the object or array, without a trailing dot. */
  readonly path: string
  /** Names seen so far; null for an array. */
  readonly names: Set<string> | null
  index: number
}

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]/g

/** Paths such as `metadata.name` of fields that an object in the JSON text has twice; JSON.parse hides them. */
export function duplicateFields(text: string): string[] {
  const duplicates = new Set<string>()
  const levels: Level[] = []
  let name = ''
  for (const [token] of text.matchAll(TOKEN)) {
    const level = levels[levels.length - 1]
    if (token === '{' || token === '[') {
      levels.push({ path: childPath(level, name), names: token === '{' ? new Set() : null, index: 0 })
      name = ''
    } else if (token === '}' || token === ']') levels.pop()
    else if (token === ',' && level) {
      level.index++
      name = ''
    } else if (token.startsWith('"') && level?.names && name === '') {
      name = JSON.parse(token) as string
      if (level.names.has(name)) duplicates.add(level.path ? `${level.path}.${name}` : name)
      level.names.add(name)
    }
  }
  return [...duplicates]
}

function childPath(parent: Level | undefined, name: string): string {
  if (!parent) return ''
  if (!parent.names) return `${parent.path}[${parent.index}]`
  return parent.path ? `${parent.path}.${name}` : name
}
