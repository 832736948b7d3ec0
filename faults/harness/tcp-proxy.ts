import { connect, createServer, type Socket } from 'node:net'
import type { Sandbox } from './sandbox.ts'

/** One connection through the proxy. */
export interface Link {
  readonly client: Socket
  readonly server: Socket
}

export interface TcpProxy {
  readonly port: number
  target: number
  /** Returns what to forward; null forwards nothing. May close the link itself. */
  onRequest: (chunk: Buffer, link: Link) => Buffer | null | Promise<Buffer | null>
  onResponse: (chunk: Buffer, link: Link) => Buffer | null | Promise<Buffer | null>
  /** False refuses new connections. */
  accepts: () => boolean
  cutAll(): void
  /** Forwards everything again. Open links stay open. */
  repair(): void
}

const FORWARD_ALL: Pick<TcpProxy, 'onRequest' | 'onResponse' | 'accepts'> = {
  onRequest: (chunk) => chunk,
  onResponse: (chunk) => chunk,
  accepts: () => true,
}

/** A proxy that forwards bytes until a fault changes its behavior. */
export async function startTcpProxy(sandbox: Sandbox, target: number): Promise<TcpProxy> {
  const links = new Set<Link>()
  const server = createServer((client) => {
    if (!proxy.accepts()) return void client.resetAndDestroy()
    const link: Link = { client, server: connect(proxy.target, '127.0.0.1') }
    links.add(link)
    forward(link.client, link.server, (chunk) => proxy.onRequest(chunk, link))
    forward(link.server, link.client, (chunk) => proxy.onResponse(chunk, link))
    client.on('close', () => links.delete(link))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const proxy: TcpProxy = {
    port: typeof address === 'object' && address ? address.port : 0,
    target,
    ...FORWARD_ALL,
    cutAll() {
      for (const link of links) {
        link.client.resetAndDestroy()
        link.server.resetAndDestroy()
      }
    },
    repair: () => void Object.assign(proxy, FORWARD_ALL),
  }
  sandbox.defer(() => {
    proxy.cutAll()
    server.close()
  })
  return proxy
}

function forward(
  from: Socket,
  to: Socket,
  onChunk: (chunk: Buffer) => Buffer | null | Promise<Buffer | null>,
) {
  let turn: Promise<unknown> = Promise.resolve()
  from.on('error', () => to.destroy())
  from.on('data', (chunk: Buffer) => {
    turn = turn.then(async () => {
      const forwarded = await onChunk(chunk)
      if (forwarded && !to.destroyed) to.write(forwarded)
    })
  })
  from.on('end', () => {
    turn = turn.then(() => to.end())
  })
  from.on('close', () => {
    turn = turn.then(() => to.end())
  })
}
