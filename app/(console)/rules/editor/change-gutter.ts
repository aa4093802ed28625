import type { Extension } from '@codemirror/state'
import { GutterMarker, gutter } from '@codemirror/view'
import type { EditorFacts } from './editor-facts.ts'

const NEW = new (class extends GutterMarker {
  override elementClass = 'hap-changed'
})()

/** Marks the lines that the rules in force do not have. */
export function changeGutter(facts: EditorFacts): Extension {
  let inForce = { text: '', lines: new Set<string>() }
  return gutter({
    class: 'hap-changes',
    lineMarker(view, { from }) {
      const { text } = facts.known
      if (inForce.text !== text) inForce = { text, lines: new Set(text.split('\n').map(line => line.trim())) }
      const line = view.state.doc.lineAt(from).text.trim()
      return line === '' || inForce.lines.has(line) ? null : NEW
    },
  })
}
