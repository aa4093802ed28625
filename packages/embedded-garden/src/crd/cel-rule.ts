import { Environment } from '@marcbachmann/cel-js'
import type { Cause, CauseReason } from '#embedded-garden/http/status.ts'
import { type Json, type JsonObject, stringAt } from '#embedded-garden/json.ts'
import type { Structural } from '#embedded-garden/schema/structural.ts'
import { type CelType, celTypeOf, celValueOf } from './cel-type.ts'

const REASONS: readonly CauseReason[] = [
  'FieldValueInvalid',
  'FieldValueForbidden',
  'FieldValueRequired',
  'FieldValueDuplicate',
]

type Evaluate = (context: Record<string, unknown>) => unknown

/** One x-kubernetes-validations rule at one place of a schema. */
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

  /** The cause that `self` violates the rule at `path`, or null. A rule about a change is not asked without `oldSelf`. */
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
