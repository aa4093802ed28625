/** Names of parts of the console in the audit log: no user has one. */
export const CONSOLE_NAME = 'hap-console'
export const SUBSCRIPTION_OPERATOR_NAME = 'subscription-operator'

/**
 * Letters of other scripts, digits and signs that look like a letter of these names, by that letter. `i` and `l` are one
 * letter, since a capital `I` looks like `l`. Source: Unicode Technical Standard 39, confusables.txt.
 */
const LOOKALIKES: Readonly<Record<string, string>> = {
  a: 'аАαΑɑᴀꓮᎪ',
  b: 'вВьЬβΒʙꓐᏴ',
  c: 'сСϲϹᴄꓚᏟ',
  e: 'еЕεΕᴇꓰᎬ',
  h: 'һҺнНհΗʜꓧᎻ',
  k: 'кКκΚᴋꓗᏦ',
  l: 'iI1|іІӏӀιΙıɪʟꓡꓲᏞǀ',
  n: 'пПոηΝɴꓠ',
  o: '0оОοΟσօՕᴏꓳ',
  p: 'рРρΡᴘꓑᏢ',
  r: 'гʀꓣᏒ',
  s: 'ѕЅꜱꓢᏚ',
  t: 'тТτΤᴛꓔᎢ',
  u: 'υսՍᴜꓴ',
}

const LETTER_BY_LOOKALIKE = new Map(
  Object.entries(LOOKALIKES).flatMap(([letter, signs]) => Array.from(signs, sign => [sign, letter] as const)),
)

/** Characters without a glyph of their own, which names must not contain. */
export const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\u2800]+/gu

const DASHES = /[\p{Pd}\u02d7\u2043\u2212\u2500\u30fc]/gu

/** A text with the same result for names that look alike. */
function skeletonOf(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(INVISIBLE, '')
    .replace(/\p{M}+/gu, '')
    .replace(DASHES, '-')
  const letters = Array.from(plain, sign => LETTER_BY_LOOKALIKE.get(sign) ?? sign).join('')
  return letters.toLowerCase().replace(/\s+/g, ' ').trim()
}

const OF_PARTS = new Set([CONSOLE_NAME, SUBSCRIPTION_OPERATOR_NAME, 'operators'].map(skeletonOf))

/** `hap COMMAND` names a command; `token NAME of ADMIN` names an API token. */
const OF_COMMANDS_AND_TOKENS = /^(hap|token) /

/** `PROPOSER, approved by APPROVER` names both persons of an approved action. */
export const APPROVED_BY = ', approved by '

/** Whether a name is, or looks like, one that only the console gives. */
export function isReservedName(name: string): boolean {
  const text = skeletonOf(name)
  return OF_PARTS.has(text) || OF_COMMANDS_AND_TOKENS.test(text) || text.includes(skeletonOf(APPROVED_BY))
}
