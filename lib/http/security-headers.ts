/** Two years; includes sub-domains, which could otherwise set cookies of this domain. */
const STRICT_TRANSPORT = 'max-age=63072000; includeSubDomains'

/** Browser features that no page uses. */
const UNUSED_FEATURES = [
  'accelerometer',
  'autoplay',
  'camera',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'usb',
  'xr-spatial-tracking',
]

/**
 * Headers of every response: page, route, file or error of the server. Pages replace the policy by one with their nonce. Strict
 * transport applies only when the public address has https.
 */
export function securityHeaders(isHttps: boolean): Readonly<Record<string, string>> {
  return {
    'content-security-policy': DENY_ALL_POLICY,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': UNUSED_FEATURES.map(feature => `${feature}=()`).join(', '),
    ...(isHttps && { 'strict-transport-security': STRICT_TRANSPORT }),
  }
}

const COMMON_DIRECTIVES = ["base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'", "object-src 'none'"]

/** Policy of responses other than pages. */
const DENY_ALL_POLICY = ["default-src 'none'", ...COMMON_DIRECTIVES].join('; ')

/** Policy of static files: a worker has the policy of its script and imports other scripts. */
export const STATIC_FILE_POLICY = ["default-src 'none'", "script-src 'self'", ...COMMON_DIRECTIVES].join('; ')

interface PolicyOptions {
  /** In development Next.js updates pages with evaluated code. */
  readonly evaluates?: boolean
}

/** The content security policy of a response. `nonce` permits the scripts of a page; without it no script runs. */
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
    // A worker evaluates rules.
    "worker-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
  ].join('; ')
}
