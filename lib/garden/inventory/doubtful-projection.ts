import type { Binding, Doubt } from '#lib/hap/pools/binding.ts'
import type { BindingProjection } from './project-binding.ts'

/** Why a binding as it was just read is in doubt; see lifecycle/identity. */
export type DoubtIn = (binding: Binding) => Doubt | undefined

/** For readers that write nothing and select nothing. */
export const NO_DOUBT: DoubtIn = () => undefined

/** A projection whose bindings say whether they are in doubt. */
export function doubtfulProjection(project: BindingProjection, doubtIn: DoubtIn): BindingProjection {
  return object => {
    const binding = project(object)
    return binding && judged(binding, doubtIn)
  }
}

/** A binding with the doubt that is in it now; the same object when that is no other than before. */
export function judged(binding: Binding, doubtIn: DoubtIn): Binding {
  const doubt = doubtIn(binding)
  if (doubt === binding.doubt) return binding
  const { doubt: _, ...rest } = binding
  return doubt === undefined ? rest : { ...rest, doubt }
}
