import type { Stage } from '../harness/stage.ts'
import { type Injection, inject } from '../harness/strace.ts'
import type { Point } from './kill-at-points.ts'

interface Files {
  readonly point: Point
  readonly outbox: string
  readonly database: string
}

/** Kills the server from outside at a system call that it makes at exactly that point. */
export async function killOnSqlite(stage: Stage, pid: number, { point, outbox, database }: Files) {
  await inject(stage, pid, { fault: 'signal=KILL', ...callAt(point, outbox, database) })
}

function callAt(point: Point, outbox: string, database: string): Omit<Injection, 'fault'> {
  switch (point) {
    case 'after parse':
      // The file's inode is compared before the transaction begins.
      return { calls: 'statx,newfstatat', when: '1', path: database }
    case 'before commit':
      return { calls: 'pwrite64', when: '1', path: `${database}-wal` }
    case 'after commit':
      // The e-mail is written and has no name yet; nothing else is renamed.
      return { calls: 'rename,renameat,renameat2', when: '1' }
    case 'after the provider’s yes':
      // The name is there; the directory is about to be made durable.
      return { calls: 'fsync', when: '1', path: outbox }
    case 'after marking sent':
      // The first is of saving.
      return { calls: 'fsync', when: '2', path: `${database}-wal` }
  }
}
