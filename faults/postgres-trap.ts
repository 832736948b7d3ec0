import type { Point } from './kill-at-points.ts'
import type { Stage } from './stage.ts'
import { type Link, startTcpProxy, type TcpProxy } from './tcp-proxy.ts'

export interface PostgresTrap {
  /** The address of the same database through the trap. */
  readonly url: string
  readonly proxy: TcpProxy
  /** Calls `spring` when the transaction of one project comes to that point. */
  arm(point: Point, id: string, spring: () => void): void
  disarm(): void
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
      let commits = 0
      let isCommitting = false
      const sprung = () => {
        spring()
        return null
      }
      proxy.onRequest = (chunk, link) => {
        if (chunk.includes(id)) {
          ours = link
          if (point === 'after parse') return sprung()
        }
        if (link === ours && chunk.includes('commit\0')) {
          commits += 1
          isCommitting = true
          if (point === 'before commit') return sprung()
        }
        return chunk
      }
      proxy.onAnswer = (chunk, link) => {
        if (link !== ours || !isCommitting) return chunk
        isCommitting = false
        ours = null
        const isHere =
          (point === 'after commit' && commits === 1) || (point === 'after marking sent' && commits === 2)
        return isHere ? sprung() : chunk
      }
    },
    disarm() {
      proxy.onRequest = (chunk) => chunk
      proxy.onAnswer = (chunk) => chunk
    },
  }
}
