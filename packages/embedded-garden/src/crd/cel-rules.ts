import type { Cause } from '#embedded-garden/http/status.ts'
import { isObject, type Json } from '#embedded-garden/json.ts'
import type { Structural } from '#embedded-garden/schema/structural.ts'
import { CelRule } from './cel-rule.ts'

const compiled = new WeakMap<Structural, readonly CelRule[]>()

/** The rules at one place of a schema. */
export function rulesAt(schema: Structural): readonly CelRule[] {
  let rules = compiled.get(schema)
  if (!rules) {
    rules = schema.rules.map(source => new CelRule(source, schema))
    compiled.set(schema, rules)
  }
  return rules
}

/** Whether any part of a schema has rules. */
export function hasRules(schema: Structural): boolean {
  if (schema.rules.length > 0) return true
  return [...schema.properties.values(), schema.items, schema.additional].some(part => part !== null && hasRules(part))
}

/** Causes of every rule that a value, or the way it changed, violates. */
export function ruleCauses(
  value: Json | undefined,
  before: Json | undefined,
  schema: Structural,
  path: string,
): Cause[] {
  if (value === undefined || value === null) return []
  const own = rulesAt(schema).flatMap(rule => rule.check(value, before, path) ?? [])
  const { items } = schema
  if (Array.isArray(value))
    return items ? [...own, ...value.flatMap((item, i) => ruleCauses(item, undefined, items, `${path}[${i}]`))] : own
  if (!isObject(value)) return own
  const old = isObject(before) ? before : {}
  const below = Object.entries(value).flatMap(([name, item]) => {
    const property = schema.properties.get(name) ?? schema.additional
    return property ? ruleCauses(item, old[name], property, path ? `${path}.${name}` : name) : []
  })
  return [...own, ...below]
}
