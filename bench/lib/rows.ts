export interface Result {
  readonly name: string
  readonly value: number
  readonly unit: string
  readonly budget: number
  readonly ok: boolean
  readonly of?: string
}

interface Comparison {
  readonly name: string
  readonly unit: string
  readonly before: number
  readonly now: number
}

const NAME_WIDTH = 62
const FIGURE_WIDTH = 8

/** `  ok  engine: validate 2,000 rules      3.1 ms  budget 5`. */
export function resultRow({ name, value, unit, budget, ok, of }: Result): string {
  const row = `${ok ? '  ok' : 'OVER'}  ${name.padEnd(NAME_WIDTH)} ${figure(value)} ${unit.padEnd(2)}  budget ${figure(budget).trim()}`
  return of === undefined ? row : `${row}  ${of}`
}

/** `engine: validate 2,000 rules      3.1 →      2.8 ms  × 0.90`. */
export function comparisonRow({ name, unit, before, now }: Comparison): string {
  const ratio = now / before
  return `${name.padEnd(NAME_WIDTH)} ${figure(before)} → ${figure(now)} ${unit.padEnd(2)}  × ${Number.isFinite(ratio) ? ratio.toFixed(2) : 'unknown'}`
}

function figure(value: number): string {
  return (Number.isNaN(value) ? 'failed' : Number(value.toPrecision(3)).toString()).padStart(FIGURE_WIDTH)
}
