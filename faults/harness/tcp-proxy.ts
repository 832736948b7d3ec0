import { connect, createServer, type Socket } from 'node:net'
import type { Stage } from './stage.ts'

/** One connection through the proxy: `near` came to us, `far` is ours to the server. */
export interface Link {
  readonly near: Socket
  readonly far: Socket
}

export interface TcpProxy {
  readonly port: number
  target: number
  /** What is to be passed on of what came; null is nothing, now or ever. May cut the link itself. */
  onRequest: (chunk: Buffer, link: Link) => Buffer | null | Promise<Buffer | null>
  onAnswer: (chunk: Buffer, link: Link) => Buffer | null | Promise<Buffer | null>
  /** False refuses the connection. */
  accepts: () => boolean
  cutAll(): void
  /** Passes on again all that comes; links that are there stay. */
  mend(): void
}

const WHOLE: Pick<TcpProxy, 'onRequest' | 'onAnswer' | 'accepts'> = {
  onRequest: (chunk) => chunk,
  onAnswer: (chunk) => chunk,
  accepts: () => true,
}

/** Passes bytes on until it is told otherwise. */
export async function startTcpProxy(stage: Stage, target: number): Promise<TcpProxy> {
  const links = new Set<Link>()
  const server = createServer((near) => {
    if (!proxy.accepts()) return void near.resetAndDestroy()
    const link: Link = { near, far: connect(proxy.target, '127.0.0.1') }
    links.add(link)
    pass(link.near, link.far, (chunk) => proxy.onRequest(chunk, link))
    pass(link.far, link.near, (chunk) => proxy.onAnswer(chunk, link))
    near.on('close', () => links.delete(link))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const proxy: TcpProxy = {
    port: typeof address === 'object' && address ? address.port : 0,
    target,
    ...WHOLE,
    cutAll() {
      for (const { near, far } of links) {
        near.resetAndDestroy()
        far.resetAndDestroy()
      }
    },
    mend: () => void Object.assign(proxy, WHOLE),
  }
  stage.after(() => {
    proxy.cutAll()
    server.close()
  })
  return proxy
}

function pass(from: Socket, to: Socket, onChunk: (chunk: Buffer) => Buffer | null | Promise<Buffer | null>) {
  let turn: Promise<unknown> = Promise.resolve()
  from.on('error', () => to.destroy())
  from.on('data', (chunk: Buffer) => {
    turn = turn.then(async () => {
      const passed = await onChunk(chunk)
      if (passed && !to.destroyed) to.write(passed)
    })
  })
  from.on('end', () => {
    turn = turn.then(() => to.end())
  })
  from.on('close', () => {
    turn = turn.then(() => to.end())
  })
}
