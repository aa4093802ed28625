/** Does the same to all, a few at a time; the first failure ends it, and what has begun is awaited. Out: the results in order. */
export async function inParallel<In, Out>(
  items: readonly In[],
  atOnce: number,
  work: (item: In) => Promise<Out>,
): Promise<readonly Out[]> {
  const results: Out[] = []
  const queue = items.entries()
  let failed = false
  const worker = async () => {
    for (const [at, item] of queue) {
      if (failed) return
      try {
        results[at] = await work(item)
      } catch (error) {
        failed = true
        throw error
      }
    }
  }
  const ends = await Promise.allSettled(Array.from({ length: Math.min(atOnce, items.length) }, worker))
  const end = ends.find(({ status }) => status === 'rejected')
  if (end?.status === 'rejected') throw end.reason
  return results
}
