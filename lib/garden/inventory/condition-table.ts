import { type AccountCondition, type SubjectCondition, subjectOf } from '#lib/hap/pools/account-condition.ts'
import { accountKey, type Binding, bindingKey } from '#lib/hap/pools/binding.ts'

/** Accounts that Gardener refuses, as the database had them last. */
export class ConditionTable {
  #bySubject: ReadonlyMap<string, SubjectCondition> = new Map()

  /** The condition of a binding: that of its account, else its own. A binding that was recreated does not inherit the latter. */
  of(binding: Binding): AccountCondition | null {
    if (this.#bySubject.size === 0) return null
    const account = accountKey(binding.account)
    const own = subjectOf({ account, binding: { key: bindingKey(binding), uid: binding.uid } })
    return this.#bySubject.get(account) ?? this.#bySubject.get(own) ?? null
  }

  values(): Iterable<SubjectCondition> {
    return this.#bySubject.values()
  }

  /** Replaces all conditions; returns the keys of the accounts for which one began, changed or ended. */
  replace(conditions: Iterable<SubjectCondition>): ReadonlySet<string> {
    const next = new Map(Array.from(conditions, each => [subjectOf(each), each]))
    const before = this.#bySubject
    this.#bySubject = next
    const subjects = new Set([...before.keys(), ...next.keys()])
    return new Set(
      [...subjects].flatMap(subject => {
        const [was, is] = [before.get(subject), next.get(subject)]
        const isSame = was?.cause === is?.cause && was?.since === is?.since && was?.checkedAt === is?.checkedAt
        return isSame ? [] : ((is ?? was)?.account ?? [])
      }),
    )
  }
}
