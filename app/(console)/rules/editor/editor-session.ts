import type { EditorState } from '@codemirror/state'
import type { RequestCombination } from '#lib/hap/analysis/coverage.ts'
import type { Finding } from '#lib/rules-file/check-rules-file.ts'
import type { RulesDetail } from '#lib/services/rules/get-rules.ts'
import type { CheckedDraft } from '../evaluation/checked-draft.ts'
import type { RuleUses } from '../evaluation/questions.ts'

/** What the editor has to know of the page; the page writes it anew with each change. */
export interface EditorFacts {
  /** The draft as it was last checked. */
  checked: CheckedDraft | null
  /** Plans and regions to complete with. */
  known: RulesDetail
  /** How clusters were requested; null until the server has told. */
  seen: readonly RequestCombination[] | null
  /** How many clusters choose each rule of a draft; null before anything was seen, and while it has errors. */
  uses: RuleUses | null
  /** The person changed the text. */
  onText: (text: string) => void
  /** The cursor stands in a rule, by its place in the list; null for none. */
  onRule: (rule: number | null) => void
}

/** What stays of the editor while another tab is open: text, undo, cursor and folds. */
export interface KeptEditor {
  readonly facts: EditorFacts
  state: EditorState | null
  /** The editor on the page; null while another tab is open. */
  open: { fix(finding: Finding): boolean; fixAtCursor(): boolean; format(): boolean } | null
}
