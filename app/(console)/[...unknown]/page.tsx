import { notFound } from 'next/navigation'
import { requirePageUser } from '../page-user.ts'

export const metadata = { title: 'Not found' }

/** Any other address: inside the shell, so that the way on is at hand. */
export default async function UnknownPage() {
  await requirePageUser()
  notFound()
}
