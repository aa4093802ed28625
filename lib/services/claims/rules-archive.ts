import { formatRule } from '#lib/hap/rules/rule.ts'
import type { SelectionConfig } from '#lib/hap/selection/usage.ts'
import type { Ledger } from '#lib/store/claims/ledger.ts'

interface RevisedRules {
  readonly revision: string
  readonly selection: Pick<SelectionConfig, 'ruleset'>
}

/** Sees to it that the rules of a claim can be read later, by their revision: once for each revision this process decides by. */
export class RulesArchive {
  readonly #ledger: Pick<Ledger, 'keepRules'>
  readonly #kept = new Map<string, Promise<void>>()

  constructor(ledger: Pick<Ledger, 'keepRules'>) {
    this.#ledger = ledger
  }

  /** Done before anything is decided by the rules. Throws StoreError; the next one tries again. */
  keep({ revision, selection }: RevisedRules): Promise<void> {
    let kept = this.#kept.get(revision)
    if (!kept) {
      kept = this.#ledger.keepRules(revision, selection.ruleset.rules.map(formatRule))
      this.#kept.set(revision, kept)
      kept.catch(() => this.#kept.delete(revision))
    }
    return kept
  }
}
