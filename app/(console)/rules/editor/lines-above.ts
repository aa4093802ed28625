import type { Line, Text } from '@codemirror/state'

/** The lines above one that have text, the nearest first. Of thousands each is much sooner here than when looked up by its number. */
export function* linesAbove(doc: Text, { from }: Pick<Line, 'from'>): Generator<string, undefined> {
  const cursor = doc.iterRange(from, 0)
  for (cursor.next(); !cursor.done; cursor.next()) if (!cursor.lineBreak && cursor.value !== '') yield cursor.value
}
