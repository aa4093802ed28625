import { createHash } from 'node:crypto'
import { formatRule } from '#lib/hap/rules/rule.ts'
import type { Ruleset } from '#lib/hap/rules/ruleset.ts'
import type { SelectionConfig } from '#lib/hap/selection/usage.ts'
import type { Ledger } from '#lib/store/claims/ledger.ts'

const revisions = new WeakMap<Ruleset, string>()

/** A name for a set of rules: the same rules have the same, wherever they come from. */
export function rulesRevision(ruleset: Ruleset): string {
  let revision = revisions.get(ruleset)
  if (revision === undefined) {
    const texts = ruleset.rules.map(formatRule).join('\n')
    revision = createHash('sha256').update(texts).digest('hex').slice(0, 12)
    revisions.set(ruleset, revision)
  }
  return revision
}

interface RevisedRules {
  readonly revision: string
  readonly selection: Pick<SelectionConfig, 'ruleset'>
}

/**
 * Stores the rules that claims are decided by, once per revision, so that they can be read later.
 */
export class RulesArchive {
  readonly #ledger: Pick<Ledger, 'saveRules'>
  readonly #saved = new Map<string, Promise<void>>()

  constructor(ledger: Pick<Ledger, 'saveRules'>) {
    this.#ledger = ledger
  }

  /** Called before a decision. Throws StoreError; the next call retries. */
  save({ revision, selection }: RevisedRules): Promise<void> {
    let saving = this.#saved.get(revision)
    if (!saving) {
      saving = this.#ledger.saveRules(revision, selection.ruleset.rules.map(formatRule))
      this.#saved.set(revision, saving)
      saving.catch(() => this.#saved.delete(revision))
    }
    return saving
  }
}
