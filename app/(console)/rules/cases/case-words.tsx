import text from '#components/ui/text.module.css'
import { caseWordParts } from './case-word-parts.ts'

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
