import type { Extension } from '@codemirror/state'
import { hoverTooltip } from '@codemirror/view'
import { copyWithToast } from '#components/ui/copy-button.tsx'
import { findRuleAt } from '../evaluation/checked-draft.ts'
import type { EditorContext } from './editor-session.ts'
import { formatClusters, ruleNotes } from './rule-notes.ts'

/** Shows the selectors of the rule under the pointer, with commands that list its bindings. */
export function ruleHover(context: EditorContext): Extension {
  return hoverTooltip((view, at) => {
    const { checked } = context
    const line = view.state.doc.lineAt(at)
    if (checked?.text !== view.state.doc.toString()) return null
    const rule = findRuleAt(checked, line.number, at - line.from + 1)
    const notes = rule === null ? null : ruleNotes(context, rule)
    if (notes === null) return null
    const create = () => {
      const dom = document.createElement('div')
      dom.className = 'hap-hover'
      for (const selector of notes.selectors) dom.append(createLine('hap-selector', selector))
      for (const command of notes.commands) dom.append(createLine('hap-command', command), copyButton(command))
      if (notes.clusters !== null) dom.append(createLine('hap-note', formatClusters(notes.clusters)))
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

function createLine(className: string, text: string): HTMLElement {
  const line = document.createElement('div')
  line.className = className
  line.textContent = text
  return line
}
