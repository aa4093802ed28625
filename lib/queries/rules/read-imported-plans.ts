import { type ImportedPlans, parsePlansFile } from '#lib/hap/plans/imported-plans.ts'
import { RefusedRequestError } from '#lib/http/request-errors.ts'
import { importPlans } from './import-plans.ts'
import type { PlanSource } from './plan-source.ts'

/** Plans a page imported. It sends nothing else than what it read; whoever does is told the first problem by a RefusedRequestError. */
export function readImportedSource(imported: string): PlanSource {
  return importPlans(readImportedPlans(imported))
}

/** The same, as they were read. Throws RefusedRequestError. */
export function readImportedPlans(imported: string): ImportedPlans {
  const read = parsePlansFile(imported)
  if ('problems' in read) throw new RefusedRequestError(400, `Imported plans: ${read.problems[0]}`)
  return read.plans
}
