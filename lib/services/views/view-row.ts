import type { Prisma } from '#lib/store/generated/prisma/client.ts'

/** Columns of a view that services and pages read. */
export const VIEW_COLUMNS = {
  id: true,
  owner: true,
  ownerName: true,
  page: true,
  name: true,
  query: true,
  shared: true,
} as const satisfies Prisma.SavedViewSelect

/** A view as it is kept. */
export type ViewRow = Prisma.SavedViewGetPayload<{ select: typeof VIEW_COLUMNS }>
