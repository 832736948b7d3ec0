import { readFile } from 'node:fs/promises'

/** Linux counts in hundredths of a second, whatever its clock. */
const TICK_MS = 10
const [USER, SYSTEM] = [11, 12]

/** Milliseconds of the processor that a process has had; NaN where the system does not say. */
export async function processorMsOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // The name, in brackets, may have spaces in it.
  const figures = status.slice(status.lastIndexOf(')') + 2).split(' ')
  return (Number(figures[USER]) + Number(figures[SYSTEM])) * TICK_MS
}
