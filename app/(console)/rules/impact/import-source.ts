import { RefusedRequestError } from '#app/api/problem.ts'
import { type ImportedPlans, readPlansFile } from '#lib/hap/plans/imported-plans.ts'
import { importPlans } from '#lib/queries/rules/import-plans.ts'
import type { PlanSource } from '#lib/queries/rules/plan-source.ts'

/** Plans a page imported. It sends nothing else than what it read; whoever does is told the first problem by a RefusedRequestError. */
export function sourceOfImport(imported: string): PlanSource {
  return importPlans(plansOfImport(imported))
}

/** The same, as they were read. Throws RefusedRequestError. */
export function plansOfImport(imported: string): ImportedPlans {
  const read = readPlansFile(imported)
  if ('problems' in read) throw new RefusedRequestError(400, `Imported plans: ${read.problems[0]}`)
  return read.plans
}
