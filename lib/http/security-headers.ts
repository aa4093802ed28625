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
    'content-security-policy': NOTHING_RUNS,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': UNUSED_FEATURES.map(feature => `${feature}=()`).join(', '),
    ...(isHttps && { 'strict-transport-security': STRICT_TRANSPORT }),
  }
}

const CLOSED = ["base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'", "object-src 'none'"]

/** Of what is no page. */
const NOTHING_RUNS = ["default-src 'none'", ...CLOSED].join('; ')

/** Of the files of the build: a worker has the policy of its script, and loads the rest of itself. */
export const SCRIPTS_LOAD = ["default-src 'none'", "script-src 'self'", ...CLOSED].join('; ')
