import text from '#components/ui/text.module.css'

/** What a case expects, or what came of it; a rule, a pool or a selector as it can be pasted. */
export function CaseWords({ words }: { readonly words: string }) {
  const { before, code, after } = caseWordParts(words)
  return (
    <>
      {before}
      {code !== '' && <span className={text.mono}>{code}</span>}
      {after}
    </>
  )
}

/** Words of a case with what can be pasted apart: `rule 7: ` and `trial -> S`, `pool ` and `aws · EU` and `, by rule 2`. */
interface CaseWordParts {
  readonly before: string
  /** Empty where nothing can be pasted. */
  readonly code: string
  readonly after: string
}

const PARTS = /^(rule (?:\d+: )?|pool |selector )(.+?)(, by rule \d+)?$/s

/** Takes what a case expects or what came of it, as it was kept with a revision. */
export function caseWordParts(words: string): CaseWordParts {
  const [, before, code, after = ''] = PARTS.exec(words) ?? []
  return before === undefined || code === undefined ? { before: words, code: '', after: '' } : { before, code, after }
}
