/**
 * Why a text is no URL of one PostgreSQL database, after "must"; null for a valid one. Characters of
 * a password that mean something else in a URL would turn its pieces into host, database or
 * parameters, which messages show. Quotes nothing of the text.
 */
export function databaseUrlProblem(text: string): string | null {
  const [, rest] = /^postgres(?:ql)?:\/\/(.*)$/s.exec(text) ?? []
  if (rest === undefined) return 'be the URL of a PostgreSQL database'
  if (/%(?![0-9a-f]{2})/i.test(rest))
    return 'have %25 for each percent sign of user and password: one is not followed by two hexadecimal digits'
  const [authority = ''] = rest.split(/[/?#]/, 1)
  const after = rest.slice(authority.length)
  const isCut = after.includes('#') || /^[^?]*@/.test(after) || /[?&][^=&]*@/.test(after)
  if (isCut || (after.includes('@') && !authority.includes('@')))
    return 'have the characters @ / ? # of user and password encoded, for example "%40" for @'
  if (authority.slice(authority.lastIndexOf('@') + 1).includes(','))
    return 'name one host: several are not supported. Name the address that always leads to the primary server'
  return URL.canParse(text) ? null : 'be the URL of a PostgreSQL database'
}
