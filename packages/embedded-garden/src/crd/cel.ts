import { Environment } from '@marcbachmann/cel-js'
import type { Cause, CauseReason } from '#embedded-garden/http/status.ts'
import { isObject, type Json, type JsonObject, stringAt } from '#embedded-garden/json.ts'
import type { Structural } from '#embedded-garden/schema/structural.ts'

const compiled = new WeakMap<Structural, readonly CelRule[]>()

/** The rules of one node of a schema. */
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

const REASONS: readonly CauseReason[] = [
  'FieldValueInvalid',
  'FieldValueForbidden',
  'FieldValueRequired',
  'FieldValueDuplicate',
]

type Evaluate = (context: Record<string, unknown>) => unknown

/** One x-kubernetes-validations rule of one node of a schema. */
export class CelRule {
  readonly #source: JsonObject
  readonly #schema: Structural
  readonly #environment: Environment
  #compiled: { evaluate: Evaluate } | { problem: string } | null = null

  constructor(source: JsonObject, schema: Structural) {
    this.#source = source
    this.#schema = schema
    const type = celTypeOf(schema)
    this.#environment = new Environment({ enableOptionalTypes: true, homogeneousAggregateLiterals: false })
    for (const name of ['self', 'oldSelf']) declare(this.#environment, name, type)
  }

  get text(): string {
    return stringAt(this.#source, 'rule')
  }

  /** Why the rule cannot be compiled; null when it can. */
  get problem(): string | null {
    const compiled = this.#compile()
    return 'problem' in compiled ? compiled.problem : null
  }

  /** The cause when `self` violates the rule at `path`, or null. A transition rule is skipped without `oldSelf`. */
  check(self: Json, oldSelf: Json | undefined, path: string): Cause | null {
    const transition = /\boldSelf\b/.test(this.text)
    if (transition && oldSelf === undefined && this.#source.optionalOldSelf !== true) return null
    const compiled = this.#compile()
    if ('problem' in compiled) return this.#cause(path, compiled.problem)
    const context = { self: celValueOf(self, this.#schema), oldSelf: celValueOf(oldSelf ?? null, this.#schema) }
    try {
      if (compiled.evaluate(context) === true) return null
      return this.#cause(path, this.#message(context))
    } catch (error) {
      return this.#cause(
        path,
        `${error instanceof Error ? error.message : error} evaluating rule: ${this.#message(context)}`,
      )
    }
  }

  #compile(): { evaluate: Evaluate } | { problem: string } {
    this.#compiled ??= this.#tryCompile()
    return this.#compiled
  }

  #tryCompile(): { evaluate: Evaluate } | { problem: string } {
    try {
      const parsed = this.#environment.parse(this.text)
      const { valid, error } = parsed.check()
      return valid
        ? { evaluate: context => parsed(context) }
        : { problem: `compilation failed: ${error?.message ?? 'unknown'}` }
    } catch (error) {
      return { problem: `compilation failed: ${error instanceof Error ? error.message : error}` }
    }
  }

  #message(context: Record<string, unknown>): string {
    const expression = stringAt(this.#source, 'messageExpression')
    if (expression) {
      try {
        return String(this.#environment.evaluate(expression, context))
      } catch {
        // As on real servers, a broken expression falls back to the fixed message.
      }
    }
    return stringAt(this.#source, 'message').trim() || `failed rule: ${this.text.trim()}`
  }

  #cause(path: string, message: string): Cause {
    const reason = REASONS.find(candidate => candidate === stringAt(this.#source, 'reason')) ?? 'FieldValueInvalid'
    return {
      reason,
      message: `Invalid value: ${message}`,
      field: `${path}${stringAt(this.#source, 'fieldPath')}`.replace(/^\./, '') || '<nil>',
    }
  }
}

function declare(environment: Environment, name: string, type: CelType): void {
  if (typeof type === 'string') environment.registerVariable(name, type)
  else environment.registerVariable({ name, schema: type as never })
}

/** The type of a variable, as the CEL library declares it: a name, or the fields of an object. */
type CelType = string | { readonly [field: string]: CelType }

const SCALARS: Readonly<Record<string, string>> = {
  string: 'string',
  boolean: 'bool',
  integer: 'int',
  number: 'double',
}
const IDENTIFIER = /^[A-Za-z_][A-Za-z0-9_]*$/

/** The CEL type of a schema; `dyn` (any type) when the library cannot express it. */
function celTypeOf(schema: Structural): CelType {
  if (schema.intOrString || schema.preserve || schema.nullable) return 'dyn'
  const scalar = SCALARS[schema.type]
  if (scalar) return scalar
  if (schema.type === 'array') return `list<${named(schema.items)}>`
  if (schema.additional) return `map<string, ${named(schema.additional)}>`
  if (schema.properties.size === 0) return 'map'
  return Object.fromEntries(
    [...schema.properties]
      .filter(([name]) => IDENTIFIER.test(name))
      .map(([name, property]) => [name, celTypeOf(property)]),
  )
}

function named(schema: Structural | null): string {
  const type = schema ? celTypeOf(schema) : 'dyn'
  return typeof type === 'string' ? type : 'dyn'
}

/** Converts JSON to CEL values: an integer of the schema becomes a bigint. */
function celValueOf(value: Json | undefined, schema: Structural | null): unknown {
  if (typeof value === 'number')
    return schema?.type === 'integer' || (schema?.intOrString && Number.isInteger(value)) ? BigInt(value) : value
  if (Array.isArray(value)) return value.map(item => celValueOf(item, schema?.items ?? null))
  if (!isObject(value)) return value
  const fields = Object.entries(value).filter(([, item]) => item !== undefined)
  return Object.fromEntries(
    fields.map(([name, item]) => [name, celValueOf(item, schema?.properties.get(name) ?? schema?.additional ?? null)]),
  )
}
