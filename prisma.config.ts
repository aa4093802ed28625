import { defineConfig } from 'prisma/config'

/** For Prisma's command line. The console itself needs it only to generate the client; see scripts/schema. */
export default defineConfig({ schema: 'prisma/schema.prisma', migrations: { path: 'prisma/migrations' } })
