/**
 * How Node.js runs the console. Left to itself it keeps room for new objects by what the machine has, 130 MB on a large one, and
 * gives none of it back; what the console makes at once fits into much less. And it lets the heap grow to several times what is in use
 * before it looks for garbage. Decision 068.
 */
export const NODE_FLAGS = ['--max-semi-space-size=8', '--heap-growing-percent=25']

/** The server keeps idle connections longer than proxies do (60 s): a request never meets a connection that the server is closing. */
export const KEEP_ALIVE_MS = '75000'

/**
 * Settings of the C library's allocator, which else keeps what the embedded database, the compiler and buffers have freed: fewer arenas,
 * and large blocks that go back to the system at once. Other C libraries know none of them.
 */
export const ALLOCATOR = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '65536',
  MALLOC_TRIM_THRESHOLD_: '131072',
} as const
