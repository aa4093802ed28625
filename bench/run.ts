import { execFileSync, spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { parseArgs } from 'node:util'
import type { Bench, Figure } from './bench.ts'

interface Result {
  readonly name: string
  readonly value: number
  readonly unit: string
  readonly budget: number
  readonly ok: boolean
  /** What the figure is of, where it is the worst of several. */
  readonly of?: string
}

const HELP = new Set(['bench.ts', 'run.ts'])

const { values, positionals } = parseArgs({
  options: { json: { type: 'boolean', default: false }, only: { type: 'string' } },
  allowPositionals: true,
})

if (values.only !== undefined) {
  // One figure in a process of its own: garbage and compiled code of another would change it.
  const bench = (await allBenches()).find(({ name }) => name === values.only)
  if (!bench) throw new Error(`There is no benchmark ${values.only}.`)
  process.stdout.write(`${JSON.stringify(await bench.run())}\n`)
  process.exit(0)
}

const benches = (await allBenches()).filter(
  ({ name }) => positionals.length === 0 || positionals.some(wanted => name.startsWith(wanted)),
)
if (benches.length === 0) {
  console.error(
    `No benchmark begins with ${positionals.join(' or ')}. There are: ${(await allBenches()).map(b => b.name).join(', ')}`,
  )
  process.exit(2)
}

const results: Result[] = []
for (const bench of benches) {
  const result = measure(bench)
  results.push(result)
  if (!values.json) console.log(row(result))
}
if (values.json) console.log(JSON.stringify({ commit: commit(), machine: machine(), results }, null, 2))
process.exit(results.every(({ ok }) => ok) ? 0 : 1)

async function allBenches(): Promise<Bench[]> {
  const files = readdirSync(import.meta.dirname).filter(file => file.endsWith('.ts') && !HELP.has(file))
  const modules = await Promise.all(files.sort().map(file => import(`./${file}`) as Promise<{ benches?: Bench[] }>))
  return modules.flatMap(module => module.benches ?? [])
}

function measure({ name, unit, budget }: Bench): Result {
  const child = spawnSync(process.execPath, ['--expose-gc', import.meta.filename, '--only', name], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 1 << 26,
  })
  const failed = { value: Number.NaN }
  const { value, ...rest } = child.status === 0 ? readFigure(child.stdout.trim().split('\n').at(-1) ?? '') : failed
  return { name, value, unit, budget, ok: value >= 0 && value <= budget, ...rest }
}

function readFigure(text: string): Pick<Result, 'value' | 'of'> {
  const figure: Figure | null = JSON.parse(text)
  const { value, ...rest } = typeof figure === 'object' && figure !== null ? figure : { value: figure }
  // In JSON what is no number is null.
  return { value: value ?? Number.NaN, ...rest }
}

function row({ name, value, unit, budget, ok, of }: Result): string {
  const figure = (n: number) => (Number.isNaN(n) ? 'failed' : Number(n.toPrecision(3)).toString())
  const words = `${ok ? '  ok' : 'OVER'}  ${name.padEnd(44)} ${figure(value).padStart(8)} ${unit.padEnd(6)} budget ${figure(budget)}`
  return of === undefined ? words : `${words}  ${of}`
}

function commit(): string {
  try {
    return execFileSync('git', ['describe', '--always', '--dirty'], { encoding: 'utf8' }).trim()
  } catch {
    return 'unknown'
  }
}

function machine(): string {
  const cores = cpus()
  return `${cores.length} × ${cores[0]?.model.trim() ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node.js ${process.versions.node}`
}
