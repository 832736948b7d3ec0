import type { Stage } from '../harness/stage.ts'
import { type Link, startTcpProxy, type TcpProxy } from '../harness/tcp-proxy.ts'
import type { Point } from './kill-at-points.ts'

export interface PostgresTrap {
  /** The address of the same database through the trap. */
  readonly url: string
  readonly proxy: TcpProxy
  /** Calls `spring` when the transaction of one project comes to that point. */
  arm(point: Point, id: string, spring: () => void): void
  disarm(): void
}

/** What PostgreSQL says when it has saved a project, and when it has marked one: that alone names what it wrote. */
const DONE: Partial<Record<Point, (answer: Buffer, id: string) => boolean>> = {
  'after commit': (answer) => answer.includes('COMMIT\0'),
  'after marking sent': (answer, id) => answer.includes('INSERT 0 1\0') && answer.includes(id),
}

/** Stands between server and PostgreSQL, and knows where the transaction of one project is. */
export async function setPostgresTrap(stage: Stage, url: string): Promise<PostgresTrap> {
  const address = new URL(url)
  const proxy = await startTcpProxy(stage, Number(address.port))
  address.port = String(proxy.port)

  return {
    url: address.href,
    proxy,
    arm(point, id, spring) {
      let ours: Link | null = null
      const sprung = () => {
        spring()
        return null
      }
      proxy.onRequest = (chunk, link) => {
        if (chunk.includes(id)) {
          ours = link
          if (point === 'after parse') return sprung()
        }
        if (point === 'before commit' && link === ours && chunk.includes('commit\0')) return sprung()
        return chunk
      }
      proxy.onAnswer = (chunk, link) => {
        return link === ours && DONE[point]?.(chunk, id) ? sprung() : chunk
      }
    },
    disarm: () => proxy.mend(),
  }
}
