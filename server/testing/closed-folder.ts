import { chmod } from 'node:fs/promises'

/** Runs `work` while a folder has this mode. Root ignores modes, so it runs as the user `nobody` instead. */
export async function whileClosed(folder: string, mode: number, work: () => unknown): Promise<void> {
  await chmod(folder, mode)
  const isRoot = process.geteuid?.() === 0
  if (isRoot) process.seteuid?.(65534)
  try {
    await work()
  } finally {
    if (isRoot) process.seteuid?.(0)
    await chmod(folder, 0o755)
  }
}
