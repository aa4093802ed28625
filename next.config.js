import { PHASE_PRODUCTION_BUILD } from 'next/constants.js'

/** @type {(phase: string) => import('next').NextConfig} */
const config = phase => ({
  // The image runs the standalone server; `next start` uses the rest of the build. Set by scripts/build/build-console.ts.
  ...(phase === PHASE_PRODUCTION_BUILD && process.env.STANDALONE !== 'off' && { output: 'standalone' }),
  poweredByHeader: false,
  reactStrictMode: true,
  // The console shows no photos, so the server resizes none.
  images: { unoptimized: true },
  serverExternalPackages: [
    '@aws-sdk/xml-builder',
    '@electric-sql/pglite',
    '@opentelemetry/api',
    '@opentelemetry/core',
    '@opentelemetry/exporter-trace-otlp-http',
    '@opentelemetry/resources',
    '@opentelemetry/sdk-trace',
    '@prisma/adapter-pg',
    '@prisma/client',
    '@smithy/signature-v4',
    'google-auth-library',
    'next-auth',
    'pg',
    'pino',
    'prom-client',
    'zod',
  ],
  // MAX_BODY_BYTES in lib/util/body-limit.ts. The proxy keeps slightly more, so that a route can refuse a too large body without content-length.
  experimental: {
    serverActions: { bodySizeLimit: 2_000_000 },
    proxyClientMaxBodySize: 2_100_000,
    // Source maps take a quarter of the build time, and nothing reads them: the server runs without --enable-source-maps.
    turbopackSourceMaps: phase !== PHASE_PRODUCTION_BUILD,
  },
  // `npm run verify` checks the types, so the first start need not wait for that.
  typescript: { ignoreBuildErrors: true },
  // Browsers request it in addition to the icon that a page names.
  rewrites: async () => [{ source: '/favicon.ico', destination: '/mark.svg' }],
})

export default config
