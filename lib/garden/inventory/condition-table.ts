import { accountKey } from '#lib/hap/pools/account.ts'
import type { AccountCondition } from '#lib/hap/pools/account-condition.ts'
import { type Binding, bindingKey } from '#lib/hap/pools/binding.ts'

/** A condition and what it applies to. */
export interface SubjectCondition extends AccountCondition {
  /** Key of accountKey. */
  readonly account: string
  /** The binding that names the missing Quota; null for a condition of the whole account. */
  readonly binding: { readonly key: string; readonly uid: string } | null
}

/** Accounts that Gardener refuses, as the database had them last. */
export class ConditionTable {
  #bySubject: ReadonlyMap<string, SubjectCondition> = new Map()

  /** The condition of a binding: that of its account, else its own. A binding that was recreated does not inherit the latter. */
  of(binding: Binding): AccountCondition | null {
    if (this.#bySubject.size === 0) return null
    const own = this.#bySubject.get(ownSubject(bindingKey(binding), binding.uid))
    return this.#bySubject.get(accountKey(binding.account)) ?? own ?? null
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

/** Identity of what a condition applies to, as one string; also the key of its row in the database. */
export function subjectOf({ account, binding }: Pick<SubjectCondition, 'account' | 'binding'>): string {
  return binding === null ? account : ownSubject(binding.key, binding.uid)
}

function ownSubject(key: string, uid: string): string {
  return `${key} ${uid}`
}
