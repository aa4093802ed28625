import { INPUT_ATTRIBUTES, isInputAttribute } from './rule.ts'
import { type RuleReader, shown } from './rule-reader.ts'
import { isBlank, placeOf, readWord, type Span, split, trim } from './scan.ts'
import type { InputAttribute, Word } from './syntax.ts'

const REGION_NAMES: Readonly<Record<string, string>> = { PR: 'platform region', HR: 'hyperscaler region' }

/** Reads what stands between the parentheses: `PR=value` and `HR=value`, each at most once (seed 001). */
export function parseInputs(reader: RuleReader, span: Span): readonly InputAttribute[] {
  const items = split(reader.text, ',', span)
  if (items.length === 1 && isBlank(reader.text, span)) {
    if (reader.policy.emptyParentheses === 'error') reportEmpty(reader, span)
    return []
  }
  const inputs: InputAttribute[] = []
  for (const item of items) {
    const input = parseInput(reader, item)
    if (!input) continue
    if (inputs.some(earlier => earlier.key.text === input.key.text)) {
      const name = REGION_NAMES[input.key.text] ?? input.key.text
      const hint = 'A rule takes each attribute once; write one rule per region.'
      reader.report('attribute-repeated', whole(input), `The ${name} is given twice.`, hint)
    } else {
      inputs.push(input)
    }
  }
  return inputs
}

function parseInput(reader: RuleReader, item: Span): InputAttribute | null {
  if (isBlank(reader.text, item)) {
    reader.report(
      'attribute-missing',
      trim(reader.text, item),
      'An input attribute is missing.',
      'Remove the comma, or write `PR=…` or `HR=…`.',
    )
    return null
  }
  const equals = placeOf(reader.text, '=', item)
  const key = readWord(reader.text, { start: item.start, end: equals })
  if (equals === item.end) {
    if (!checkKey(reader, key)) return null
    const hint = `Write \`${key.text}=\` and a region.`
    reader.report('value-missing', key, `\`${key.text}\` has no value.`, hint)
    return null
  }
  const right = { start: equals + 1, end: item.end }
  const value = readWord(reader.text, right)
  const second = placeOf(reader.text, '=', right)
  if (second < item.end) {
    const at = { start: second, end: second + 1 }
    const all = readWord(reader.text, item)
    reader.report('value-repeated', at, `A second \`=\` in \`${shown(all.text)}\`.`, 'A value has no `=` in it.')
    return null
  }
  if (!checkKey(reader, key)) return null
  if (value.text === '') {
    const at = { start: equals, end: equals + 1 }
    reader.report('value-missing', at, `\`${key.text}\` has no value.`, `Write a region after \`${key.text}=\`.`)
    return null
  }
  reader.checkName(value, 'a value')
  return { key, value }
}

function checkKey(reader: RuleReader, key: Word): boolean {
  if (isInputAttribute(key.text)) {
    reader.checkWhiteSpace(key)
    return true
  }
  if (key.text === '') {
    reader.report('attribute-unknown', key, 'The attribute before `=` is missing.', 'Write `PR` or `HR` before it.')
  } else if (key.text === 'EU' || key.text === 'S') {
    const hint = `Write it after the arrow: \`-> ${key.text}\`.`
    reader.report('attribute-unknown', key, `\`${key.text}\` is an output attribute.`, hint)
  } else {
    const upper = key.text.toUpperCase()
    const meant = INPUT_ATTRIBUTES.find(name => name === upper)
    const hint = 'The input attributes are `PR` (platform region) and `HR` (hyperscaler region), in capitals.'
    const replacement = meant && { text: meant }
    reader.report('attribute-unknown', key, `Unknown input attribute \`${shown(key.text)}\`.`, hint, replacement)
  }
  return false
}

function reportEmpty(reader: RuleReader, span: Span): void {
  const around = { start: span.start - 1, end: Math.min(span.end + 1, reader.text.length) }
  const hint = 'KEB refuses `()`; leave the parentheses out.'
  reader.report('attribute-missing', around, 'The parentheses are empty.', hint, { text: '' })
}

function whole(input: InputAttribute): Span {
  return { start: input.key.start, end: input.value.end }
}
