import { fileURLToPath } from 'node:url'

/** The console's policy for styles; its policy for scripts needs the nonce of a proxy. */
const STYLES_ONLY_FROM_FILES = "style-src 'self'; style-src-attr 'unsafe-inline'"

/** The gallery is an app of its own over the console's components, so that none of it is in the product. */
/** @type {import('next').NextConfig} */
const config = {
  poweredByHeader: false,
  reactStrictMode: true,
  headers: async () => [
    { source: '/:path*', headers: [{ key: 'content-security-policy', value: STYLES_ONLY_FROM_FILES }] },
  ],
  turbopack: { root: fileURLToPath(new URL('../..', import.meta.url)) },
}

export default config
