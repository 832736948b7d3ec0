import { connect, createServer, type Socket } from 'node:net'
import type { Owner } from './http.ts'

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

/** A proxy that forwards bytes until its behavior is changed. */
export async function startTcpProxy(t: Owner, target: number): Promise<TcpProxy> {
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
  t.after(() => {
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

/** A proxy in front of a database, and the address of the database through it. */
export async function startDatabaseProxy(t: Owner, databaseUrl: string) {
  const url = new URL(databaseUrl)
  const proxy = await startTcpProxy(t, Number(url.port))
  url.port = String(proxy.port)
  return { proxy, url: url.href }
}
