/** @type {import('next').NextConfig} */
const config = {
  poweredByHeader: false,
  reactStrictMode: true,
  serverExternalPackages: ['@kubernetes/client-node', 'pino'],
  // `npm run verify` checks the types; who starts the console for the first time need not wait for that.
  typescript: { ignoreBuildErrors: true },
}

export default config
