import { countCombinations, MAX_COMBINATIONS } from '#lib/hap/analysis/matrix.ts'
import { buildMatrixView, type MatrixView } from '#lib/queries/simulator/evaluate-matrix.ts'
import { landscapeContext } from '#lib/queries/testing/landscape-context.ts'
import type { Bench } from './bench.ts'

export const benches: Bench[] = [
  {
    name: 'matrix: 30,000 combinations on 5,000 bindings, p95',
    unit: 'ms',
    budget: 500,
    run: async () => {
      const { context } = landscapeContext('large')
      const tenants = [...context.inventory.globalAccounts()].slice(0, 10)
      const matrix = {
        plan: [
          'aws',
          'azure',
          'gcp',
          'trial',
          'free',
          'sap-converged-cloud',
          'preview',
          'azure_lite',
          'alicloud',
          'nope',
        ],
        provider: [],
        platformRegion: ['cf-eu11', 'cf-ch20', 'cf-sa30', ...names('cf-us', 17)],
        hyperscalerRegion: names('region-', 15),
        globalAccount: tenants,
      }
      if (countCombinations(matrix) !== MAX_COMBINATIONS)
        throw new Error('the matrix of the benchmark has another size')
      const times: number[] = []
      for (let run = 0; run < 25; run++) {
        const started = performance.now()
        if (!isAnswered(await buildMatrixView(context, matrix)))
          throw new Error('the matrix of the benchmark has no answer')
        times.push(performance.now() - started)
      }
      // The first calls compile the code.
      return times.slice(5).sort((a, b) => a - b)[19] ?? Number.NaN
    },
  },
]

function names(start: string, count: number): readonly string[] {
  return Array.from({ length: count }, (_, number) => `${start}${number}`)
}

/** Whether the view is large enough for a complete result. */
function isAnswered(view: MatrixView): boolean {
  return JSON.stringify(view).length > MAX_COMBINATIONS && view.groups.length > 10
}
