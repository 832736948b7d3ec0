/** CPU time of this thread in milliseconds, which a busy machine does not distort. */
export function computingMs(work: () => void): number {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}
