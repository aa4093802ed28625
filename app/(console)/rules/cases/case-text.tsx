import text from '#components/ui/text.module.css'

/**
 * Renders an expectation or a result; the rule, pool or selector in it is monospaced so that it can
 * be copied.
 */
export function CaseText({ text: value }: { readonly text: string }) {
  const { before, code, after } = splitCaseText(value)
  return (
    <>
      {before}
      {code !== '' && <span className={text.mono}>{code}</span>}
      {after}
    </>
  )
}

/**
 * A text split around its code: `rule 7: ` and `trial -> S`, or `pool `, `aws · EU` and `, by rule
 * 2`.
 */
interface CaseTextParts {
  readonly before: string
  /** Empty for a text without code. */
  readonly code: string
  readonly after: string
}

const PARTS = /^(rule (?:\d+: )?|pool |selector )(.+?)(, by rule \d+)?$/s

/**
 * Splits an expectation or a result. Revisions store these texts, so older forms must still parse.
 */
export function splitCaseText(text: string): CaseTextParts {
  const [, before, code, after = ''] = PARTS.exec(text) ?? []
  return before === undefined || code === undefined ? { before: text, code: '', after: '' } : { before, code, after }
}
