import { readFile } from 'node:fs/promises'

export interface Memory {
  readonly residentMb: number
  /** The most that was resident since it started. */
  readonly peakMb: number
}

/** Null where the system does not say, or the process is gone. */
export async function memoryOf(pid: number): Promise<Memory | null> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const megabytes = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1024
  return status.includes('VmHWM') ? { residentMb: megabytes('VmRSS'), peakMb: megabytes('VmHWM') } : null
}
