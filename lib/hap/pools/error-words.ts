/** A code of Gardener for people: `ERR_INFRA_QUOTA_EXCEEDED` as `quota exceeded`. */
export function errorWords(code: string): string {
  return code
    .replace(/^ERR_(INFRA_)?/, '')
    .replaceAll('_', ' ')
    .toLowerCase()
}
