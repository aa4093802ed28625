/** Two years; sub-domains too, so that none of them can be used to set cookies of this one. */
const STRICT_TRANSPORT = 'max-age=63072000; includeSubDomains'

/** What no page of the console asks a browser for. */
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
 * Headers of every answer, whoever makes it: page, route, file, or a failure of the server itself. Pages replace the policy by one
 * with their nonce. Strict transport is promised only where the public address has https.
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

/** Of what is no page. */
const DENY_ALL_POLICY = ["default-src 'none'", ...COMMON_DIRECTIVES].join('; ')

/** Of the files of the build: a worker has the policy of its script, and loads the rest of itself. */
export const STATIC_FILE_POLICY = ["default-src 'none'", "script-src 'self'", ...COMMON_DIRECTIVES].join('; ')

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
