import { readdirSync, readFileSync } from 'node:fs'

/** Stops every process of the PostgreSQL on a port with SIGSTOP, and returns how to resume them. */
export function stopPostgres(port: string): () => void {
  const stopped = new Set<number>()
  const others = () => processesOn(port).filter((pid) => !stopped.has(pid))
  // Repeated, because a new process may appear in between.
  for (let pids = others(); pids.length > 0; pids = others()) {
    for (const pid of pids) {
      process.kill(pid, 'SIGSTOP')
      stopped.add(pid)
    }
  }
  return () => {
    for (const pid of stopped) {
      stopped.delete(pid)
      process.kill(pid, 'SIGCONT')
    }
  }
}

/** The PostgreSQL that listens on a port, and its children. */
function processesOn(port: string): readonly number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const master = pids.find((pid) => {
    const command = read(pid, 'cmdline')
    return command.includes('postgres\0-D') && command.includes(`\0-p\0${port}\0`)
  })
  const parentOf = (pid: string) => read(pid, 'stat').match(/\) \S (\d+)/)?.[1]
  return [master, ...pids.filter((pid) => master && parentOf(pid) === master)].map(Number)
}

function read(pid: string, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch {
    return ''
  }
}
