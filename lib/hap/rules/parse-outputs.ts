import { isOutputAttribute, OUTPUT_ATTRIBUTES } from './rule.ts'
import { type RuleReader, shown } from './rule-reader.ts'
import { isBlank, readWord, type Span, split, WHITE_SPACE_RUN } from './scan.ts'
import type { Word } from './syntax.ts'

const IN_WORDS = '`PR`, `HR`, `EU` and `S`'

/** Reads what stands after the arrow: output attributes without values, each at most once (seed 001). */
export function parseOutputs(reader: RuleReader, span: Span): readonly Word[] {
  const items = split(reader.text, ',', span)
  if (items.length === 1 && isBlank(reader.text, span)) {
    const arrow = { start: Math.max(0, span.start - 2), end: span.start }
    const hint = `Remove the arrow, or write one of ${IN_WORDS}.`
    reader.report('attribute-missing', arrow, 'Nothing follows the arrow.', hint)
    return []
  }
  const outputs: Word[] = []
  for (const item of items) {
    const word = readWord(reader.text, item)
    if (!isOutput(reader, word)) continue
    if (outputs.some(earlier => earlier.text === word.text)) {
      const hint = 'A rule names each output once.'
      reader.report('attribute-repeated', word, `\`${word.text}\` is given twice.`, hint)
    } else {
      outputs.push(word)
    }
  }
  return outputs
}

function isOutput(reader: RuleReader, word: Word): boolean {
  if (word.text === '') {
    reader.report(
      'attribute-missing',
      word,
      'An output attribute is missing.',
      `Remove the comma, or write one of ${IN_WORDS}.`,
    )
    return false
  }
  if (isOutputAttribute(word.text)) return !reader.checkWhiteSpace(word)
  const parts = reader.text.slice(word.start, word.end).split(WHITE_SPACE_RUN)
  if (parts.length > 1 && parts.every(isOutputAttribute)) {
    const hint = 'Put a comma between output attributes.'
    reader.report('attribute-unknown', word, `No comma in \`${parts.join(' ')}\`.`, hint, { text: parts.join(', ') })
    return false
  }
  const meant = OUTPUT_ATTRIBUTES.find(name => name === word.text.toUpperCase())
  const hint = `The output attributes are ${IN_WORDS}, in capitals and without values.`
  reader.report(
    'attribute-unknown',
    word,
    `Unknown output attribute \`${shown(word.text)}\`.`,
    hint,
    meant && { text: meant },
  )
  return false
}
