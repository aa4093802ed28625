import type { Extension } from '@codemirror/state'
import { hoverTooltip } from '@codemirror/view'
import { copyWithToast } from '#components/ui/copy-button.tsx'
import { ruleAt } from '../evaluation/checked-draft.ts'
import type { EditorFacts } from './editor-session.ts'
import { chosenBy, ruleNotes } from './rule-notes.ts'

/** What a rule leads to, where the pointer rests on it. */
export function ruleHover(facts: EditorFacts): Extension {
  return hoverTooltip((view, at) => {
    const { checked } = facts
    const line = view.state.doc.lineAt(at)
    if (checked?.text !== view.state.doc.toString()) return null
    const rule = ruleAt(checked, line.number, at - line.from + 1)
    const notes = rule === null ? null : ruleNotes(facts, rule)
    if (notes === null) return null
    const create = () => {
      const dom = document.createElement('div')
      dom.className = 'hap-hover'
      for (const selector of notes.selectors) dom.append(lineOf('hap-selector', selector))
      for (const command of notes.commands) dom.append(lineOf('hap-command', command), copyButton(command))
      if (notes.clusters !== null) dom.append(lineOf('hap-note', chosenBy(notes.clusters)))
      return { dom }
    }
    return { pos: line.from, end: line.to, above: true, create }
  })
}

function copyButton(command: string): HTMLElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'hap-copy'
  button.textContent = 'Copy command'
  button.addEventListener('click', () => void copyWithToast(command, 'The command was copied.'))
  return button
}

function lineOf(className: string, text: string): HTMLElement {
  const line = document.createElement('div')
  line.className = className
  line.textContent = text
  return line
}
