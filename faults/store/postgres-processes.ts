import { readdirSync, readFileSync } from 'node:fs'

/** Lets every process of the PostgreSQL on a port stand still, until the function it returns is called. */
export function stopProcesses(port: string): () => Promise<void> {
  const stopped = new Set<number>()
  const others = () => processesOn(port).filter((pid) => !stopped.has(pid))
  // One that was just being made is on a later list only.
  for (let pids = others(); pids.length > 0; pids = others()) {
    for (const pid of pids) {
      process.kill(pid, 'SIGSTOP')
      stopped.add(pid)
    }
  }
  return async () => {
    for (const pid of stopped) process.kill(pid, 'SIGCONT')
  }
}

/** The PostgreSQL that listens on a port, and its children. */
function processesOn(port: string): readonly number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const master = pids.find(
    (pid) =>
      read(pid, 'cmdline').includes(`postgres\0-D`) && read(pid, 'cmdline').includes(`\0-p\0${port}\0`),
  )
  const children = pids.filter((pid) =>
    read(pid, 'stat')
      .replace(/^.*\) \S /s, '')
      .startsWith(`${master} `),
  )
  return [master, ...children].map(Number)
}

function read(pid: string, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch {
    return ''
  }
}
