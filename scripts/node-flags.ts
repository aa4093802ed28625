/**
 * Flags of Node.js for the console. By default V8 reserves memory for new objects by the size of the machine, 130 MB on a large one,
 * and never releases it; the console needs much less. And by default the heap grows to a multiple of the live objects before a
 * garbage collection. Decision 068.
 */
export const NODE_FLAGS = ['--max-semi-space-size=8', '--heap-growing-percent=25']

/** The server keeps idle connections longer than proxies do (60 s), so that no request uses a connection that the server closes. */
export const KEEP_ALIVE_MS = '75000'

/**
 * Settings of glibc's allocator, which otherwise retains memory freed by the embedded database, the compiler and buffers: fewer
 * arenas, and large blocks are returned to the system immediately. Other C libraries ignore them.
 */
export const ALLOCATOR = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '65536',
  MALLOC_TRIM_THRESHOLD_: '131072',
} as const
