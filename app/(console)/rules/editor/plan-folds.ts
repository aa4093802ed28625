import { codeFolding, foldService } from '@codemirror/language'
import type { EditorState, Extension, Text } from '@codemirror/state'
import { tokenizeRule } from '#components/hap/rule-text.tsx'
import { itemSpan } from './rule-line.ts'

/** Folds consecutive rules of one plan into the first of them. */
export const planFolds: Extension = [
  foldService.of((state, from) => planRange(state, from)),
  codeFolding({
    preparePlaceholder: ({ doc }, { from, to }) => doc.lineAt(to).number - doc.lineAt(from).number,
    placeholderDOM: (_, onClick, lines: number) => {
      const button = document.createElement('button')
      button.type = 'button'
      button.className = 'cm-foldPlaceholder'
      button.textContent = `and ${lines} more ${lines === 1 ? 'line' : 'lines'}`
      button.ariaLabel = `Unfold ${lines} ${lines === 1 ? 'line' : 'lines'}`
      button.onclick = onClick
      return button
    },
  }),
]

/**
 * Returns the range that folds below a line; null unless the line is the first of several rules of
 * its plan.
 */
function planRange({ doc }: EditorState, from: number): { from: number; to: number } | null {
  const first = doc.lineAt(from)
  const plan = planOf(doc, first.number)
  if (plan === null || plan === planAbove(doc, first.number)) return null
  let last = first
  for (let number = first.number + 1; number <= doc.lines; number++) {
    const line = doc.line(number)
    if (isBetween(line.text)) continue
    if (planOf(doc, number) !== plan) break
    last = line
  }
  return last === first ? null : { from: first.to, to: last.to }
}

function planAbove(doc: Text, below: number): string | null {
  for (let number = below - 1; number >= 1; number--) {
    if (!isBetween(doc.line(number).text)) return planOf(doc, number)
  }
  return null
}

/** Whether a line is a comment or empty. */
function isBetween(line: string): boolean {
  return /^\s*(#|$)/.test(line)
}

function planOf(doc: Text, number: number): string | null {
  const { text } = doc.line(number)
  const known = PLANS.get(text)
  if (known !== undefined) return known
  const item = itemSpan(text)
  const tokens = item ? tokenizeRule(text.slice(item.start, item.end)) : []
  const plan = tokens.find(({ kind }) => kind === 'plan')?.text ?? null
  if (PLANS.size > MAX_CACHED_PLANS) PLANS.clear()
  PLANS.set(text, plan)
  return plan
}

/** Plans by line text: folding thousands of rules reads all of their lines on each keystroke. */
const PLANS = new Map<string, string | null>()

/** Limit of the cache, above the number of lines of any realistic draft. */
const MAX_CACHED_PLANS = 50_000
