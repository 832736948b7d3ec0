/** For how many milliseconds this thread computes. While a busy machine keeps it waiting, it does not. */
export function computingMs(work: () => void): number {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}
