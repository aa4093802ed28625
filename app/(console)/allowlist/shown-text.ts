const LONGEST = 48

/** Formats an invalid id for a message: quoted, truncated, with invisible characters escaped. */
export function shownText(text: string): string {
  const seen = text.replaceAll(/(?! )[\p{C}\p{Z}]/gu, character => `\\u${hex(character)}`)
  return `“${seen.length > LONGEST ? `${seen.slice(0, LONGEST - 1)}…` : seen}”`
}

function hex(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')
}
