import { isObject, type Json } from '#embedded-garden/json.ts'

const STEP =
  /\.((?:[A-Za-z0-9_/-]|\\.)+)|\['([^']+)'\]|\[(-?\d+)\]|\[\*\]|\[\?\(@\.([A-Za-z0-9_.-]+)\s*==\s*["']([^"']*)["']\)\]/g

/** The values at a simple JSON path, such as `.status.conditions[?(@.type=="Ready")].status`; a dot in a name is written `\.`. */
export function valuesAt(object: Json, path: string): Json[] {
  let values: Json[] = [object]
  for (const step of path.matchAll(STEP)) values = values.flatMap(value => take(value, step))
  return values
}

function take(value: Json, [, name, quoted, index, key, wanted]: RegExpMatchArray): Json[] {
  const field = (name ?? quoted)?.replaceAll('\\.', '.')
  if (field !== undefined) return isObject(value) ? present(value[field]) : []
  if (!Array.isArray(value)) return []
  if (index !== undefined) return present(value.at(Number(index)))
  return key === undefined ? value : value.filter(item => String(valuesAt(item, `.${key}`)[0]) === wanted)
}

function present(value: Json | undefined): Json[] {
  return value === undefined || value === null ? [] : [value]
}
