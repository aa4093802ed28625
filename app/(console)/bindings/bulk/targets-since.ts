import type { BulkPlan } from '#lib/queries/bindings/bulk-plan.ts'

type Targets = readonly Pick<BulkPlan['targets'][number], 'kind' | 'name' | 'seenVersion'>[]

/** A target that changed while its dialog was open. */
export interface MovedTarget {
  readonly kind: string
  readonly name: string
  /** What the change means for the action, as a sentence. */
  readonly words: string
}

/** Lists the targets of a plan that changed since the person decided. */
export function targetsSince(
  decided: Targets,
  { targets, leftOut }: Pick<BulkPlan, 'leftOut'> & { readonly targets: Targets },
) {
  const before = new Map(decided.map(each => [nameOf(each), each.seenVersion]))
  const moved: MovedTarget[] = leftOut
    .filter(each => before.has(nameOf(each)))
    .map(({ kind, name, reason }) => ({ kind, name, words: `is left out now. ${reason}` }))
  for (const target of targets) {
    const { kind, name, seenVersion } = target
    const known = before.get(nameOf(target))
    if (known === undefined) moved.push({ kind, name, words: 'allows the action now.' })
    else if (known !== seenVersion) moved.push({ kind, name, words: 'changed, and still allows the action.' })
  }
  return moved
}

function nameOf({ kind, name }: { readonly kind: string; readonly name: string }): string {
  return `${kind} ${name}`
}
