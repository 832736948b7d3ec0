import { readdirSync, readFileSync } from 'node:fs'

/** The PostgreSQL that listens on a port, and its children. */
export function processesOn(port: string): readonly number[] {
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
