interface PolicyOptions {
  /** While developing, the page is updated by code that is evaluated. */
  readonly evaluates?: boolean
}

/** The policy of an answer. `nonce` admits the scripts of a page; without one nothing runs. */
export function contentSecurityPolicy(nonce: string | null, { evaluates = false }: PolicyOptions = {}): string {
  const own = nonce === null ? "'none'" : `'nonce-${nonce}' 'strict-dynamic'${evaluates ? " 'unsafe-eval'" : ''}`
  const style = nonce === null ? "'none'" : `'self' 'nonce-${nonce}'`
  return [
    "default-src 'none'",
    `script-src ${own}`,
    `style-src ${style}`,
    // React and the virtual table place rows by style attributes.
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    // Rules are evaluated beside the page.
    "worker-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
  ].join('; ')
}
