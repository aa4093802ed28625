import { PHASE_PRODUCTION_BUILD } from 'next/constants.js'

/** @type {(phase: string) => import('next').NextConfig} */
const config = phase => ({
  // The build also leaves a server for the image, with what it needs alone; `next start` takes the rest.
  ...(phase === PHASE_PRODUCTION_BUILD && { output: 'standalone' }),
  poweredByHeader: false,
  reactStrictMode: true,
  // The console shows no pictures: nothing to resize on the server.
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
  // MAX_BODY_BYTES in lib/util/body-limit.ts. The proxy keeps a little more of a body without content-length, so that a route sees that it is too large.
  experimental: {
    serverActions: { bodySizeLimit: 2_000_000 },
    proxyClientMaxBodySize: 2_100_000,
    // A quarter of the time of a build; the server runs without --enable-source-maps, and browsers get none.
    turbopackSourceMaps: phase !== PHASE_PRODUCTION_BUILD,
  },
  // `npm run verify` checks the types; who starts the console for the first time need not wait for that.
  typescript: { ignoreBuildErrors: true },
  // Browsers ask for it beside the icon a page names.
  rewrites: async () => [{ source: '/favicon.ico', destination: '/mark.svg' }],
})

export default config
