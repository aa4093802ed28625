import { labelValueProblems, qualifiedNameProblems } from './names.ts'

type Operator = 'in' | 'notin' | 'exists' | 'absent' | 'gt' | 'lt'

interface Requirement {
  readonly key: string
  readonly operator: Operator
  readonly values: readonly string[]
}

/** A label selector; it matches when every requirement does. */
export type LabelSelector = readonly Requirement[]

export class SelectorError extends Error {
  override readonly name = 'SelectorError'
}

const SYMBOLS = /^(==|!=|=|!|,|\(|\)|<|>)/
const WORD = /^[^\s=!(),<>]+/

/** Parses `a=b,c in (d,e),!f`. Throws SelectorError. */
export function parseLabelSelector(text: string): LabelSelector {
  return new Parser(tokenise(text)).selector()
}

export function matchesLabels(selector: LabelSelector, labels: Readonly<Record<string, string>>): boolean {
  return selector.every(requirement => meets(requirement, valueAt(labels, requirement.key)))
}

function valueAt(labels: Readonly<Record<string, string>>, key: string): string | undefined {
  return Object.hasOwn(labels, key) ? labels[key] : undefined
}

function meets({ operator, values }: Requirement, value: string | undefined): boolean {
  switch (operator) {
    case 'exists':
      return value !== undefined
    case 'absent':
      return value === undefined
    case 'in':
      return value !== undefined && values.includes(value)
    case 'notin':
      return value === undefined || !values.includes(value)
    default: {
      const [left, right] = [Number(value), Number(values[0])]
      if (!Number.isInteger(left) || value === undefined || value === '') return false
      return operator === 'gt' ? left > right : left < right
    }
  }
}

function tokenise(text: string): string[] {
  const tokens: string[] = []
  for (let rest = text.trimStart(); rest !== ''; ) {
    const token = SYMBOLS.exec(rest)?.[0] ?? WORD.exec(rest)?.[0] ?? rest.charAt(0)
    tokens.push(token)
    rest = rest.slice(token.length).trimStart()
  }
  return tokens
}

class Parser {
  readonly #tokens: readonly string[]
  #at = 0

  constructor(tokens: readonly string[]) {
    this.#tokens = tokens
  }

  selector(): LabelSelector {
    if (this.#tokens.length === 0) return []
    const requirements = [this.#requirement()]
    while (this.#peek() !== undefined) {
      this.#expect([','], "',' or 'end of string'")
      if (!this.#isWord(this.#peek()) && this.#peek() !== '!') throw this.#unexpected("identifier after ','")
      requirements.push(this.#requirement())
    }
    return requirements
  }

  #requirement(): Requirement {
    if (this.#peek() === '!') {
      this.#at++
      return { key: this.#key(), operator: 'absent', values: [] }
    }
    const key = this.#key()
    const next = this.#peek()
    if (next === undefined || next === ',') return { key, operator: 'exists', values: [] }
    this.#at++
    switch (next) {
      case '=':
      case '==':
        return { key, operator: 'in', values: [this.#value(key)] }
      case '!=':
        return { key, operator: 'notin', values: [this.#value(key)] }
      case '>':
      case '<':
        return { key, operator: next === '>' ? 'gt' : 'lt', values: [this.#number(key)] }
      case 'in':
      case 'notin':
        return { key, operator: next, values: this.#values(key) }
      default:
        this.#at--
        throw this.#unexpected('in, notin, =, ==, !=, gt, lt')
    }
  }

  #key(): string {
    const key = this.#peek()
    if (!this.#isWord(key)) throw this.#unexpected('identifier')
    this.#at++
    const [problem] = qualifiedNameProblems(key)
    if (problem) throw new SelectorError(`unable to parse requirement: key ${JSON.stringify(key)}: ${problem}`)
    return key
  }

  /** A missing value is the empty one: `a=`. */
  #value(key: string): string {
    const value = this.#peek()
    if (!this.#isWord(value)) return ''
    this.#at++
    return checked(key, value)
  }

  #number(key: string): string {
    const value = this.#value(key)
    if (!/^-?\d+$/.test(value))
      throw new SelectorError(`unable to parse requirement: ${key} must be compared with an integer`)
    return value
  }

  #values(key: string): string[] {
    this.#expect(['('], "'('")
    const values: string[] = []
    if (this.#peek() === ')') values.push('')
    while (this.#peek() !== ')') {
      values.push(this.#value(key))
      if (this.#peek() === ')') break
      this.#expect([','], "',' or ')'")
    }
    this.#at++
    return values
  }

  #expect(wanted: readonly string[], description: string): void {
    if (!wanted.includes(this.#peek() ?? '')) throw this.#unexpected(description)
    this.#at++
  }

  #peek(): string | undefined {
    return this.#tokens[this.#at]
  }

  #isWord(token: string | undefined): token is string {
    return token !== undefined && WORD.test(token)
  }

  #unexpected(expected: string): SelectorError {
    return new SelectorError(`unable to parse requirement: found '${this.#peek() ?? ''}', expected: ${expected}`)
  }
}

function checked(key: string, value: string): string {
  const [problem] = labelValueProblems(value)
  if (problem)
    throw new SelectorError(`unable to parse requirement: value ${JSON.stringify(value)} of ${key}: ${problem}`)
  return value
}
