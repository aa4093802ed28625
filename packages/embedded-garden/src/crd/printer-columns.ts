import { isObject, type Json, type JsonObject, stringAt } from '#embedded-garden/json.ts'
import { age } from '#embedded-garden/table/age.ts'
import type { Column } from '#embedded-garden/table/column.ts'
import { ageColumn, NAME } from '#embedded-garden/table/common-columns.ts'
import { valuesAt } from './json-path.ts'

/** Columns of a custom kind: those its definition names, else the age. */
export function printerColumns(columns: readonly JsonObject[]): Column[] {
  if (columns.length === 0) return [NAME, ageColumn('date')]
  return [NAME, ...columns.map(columnOf)]
}

function columnOf(column: JsonObject): Column {
  const type = stringAt(column, 'type')
  const path = stringAt(column, 'jsonPath')
  return {
    name: stringAt(column, 'name'),
    type,
    format: stringAt(column, 'format'),
    description: stringAt(column, 'description') || `Custom resource definition column (in JSONPath format): ${path}`,
    priority: Number(column.priority ?? 0),
    cell: (object, now) => cellOf(valuesAt(object, path)[0], type, now),
  }
}

function cellOf(value: Json | undefined, type: string, now: Date): Json {
  if (value === undefined || value === null) return null
  if (type === 'date') return age(String(value), now)
  if (type === 'string') return isObject(value) || Array.isArray(value) ? JSON.stringify(value) : String(value)
  return value
}
