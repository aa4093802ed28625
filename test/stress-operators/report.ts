/** The result of one scenario. */
export interface Report {
  readonly scenario: string
  readonly seconds: number
  readonly figures: Readonly<Record<string, unknown>>
  readonly violations: Readonly<Record<string, number>>
  readonly examples: readonly string[]
}

const MOST_EXAMPLES = 10

/** Figures and violations of a running scenario. */
export class Findings {
  readonly figures: Record<string, unknown> = {}
  readonly #violations: Record<string, number> = {}
  readonly #examples: string[] = []
  readonly #begun = performance.now()

  violated(kind: string, detail: string): void {
    this.#violations[kind] = (this.#violations[kind] ?? 0) + 1
    if (this.#examples.length < MOST_EXAMPLES) this.#examples.push(`${kind}: ${detail}`)
  }

  /** Records a figure with its upper bound. */
  atMost(name: string, value: number, bound: number): void {
    this.figures[name] = value
    this.figures[`${name}Bound`] = bound
    if (!(value <= bound)) this.violated(`${name} above its bound`, `${value} > ${bound}`)
  }

  report(scenario: string): Report {
    return {
      scenario,
      seconds: secondsSince(this.#begun),
      figures: this.figures,
      violations: this.#violations,
      examples: this.#examples,
    }
  }
}

/** Rounded to a tenth; `begun` is from performance.now(). */
export function secondsSince(begun: number): number {
  return Math.round((performance.now() - begun) / 100) / 10
}

interface Spread {
  readonly p50: number
  readonly p99: number
  readonly most: number
}

/** Rounded up to a tenth, so that a value slightly above a bound does not meet it by rounding. */
export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (share: number) =>
    Math.ceil((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0) * 10) / 10
  return { p50: at(0.5), p99: at(0.99), most: at(1) }
}
