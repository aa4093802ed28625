/** @type {import('next').NextConfig} */
const config = {
  poweredByHeader: false,
  reactStrictMode: true,
  serverExternalPackages: [
    '@electric-sql/pglite',
    '@kubernetes/client-node',
    '@prisma/adapter-pg',
    '@prisma/client',
    'pg',
    'pino',
  ],
  // `npm run verify` checks the types; who starts the console for the first time need not wait for that.
  typescript: { ignoreBuildErrors: true },
}

export default config
