import { connect, createServer, type Socket } from 'node:net'
import type { TestContext } from 'node:test'

/** A TCP proxy in front of a database, which a test can cut, or make drop the bytes that `passes` rejects. */
export async function startTcpProxy(t: TestContext, databaseUrl: string, passes = () => true) {
  const { hostname, port } = new URL(databaseUrl)
  const sockets: Socket[] = []
  const proxy = createServer((near) => {
    const far = connect(Number(port), hostname)
    sockets.push(near)
    near.on('data', (bytes: Buffer) => passes() && far.write(bytes))
    far.on('data', (bytes: Buffer) => passes() && near.write(bytes))
    near.on('error', () => {}).on('close', () => far.destroy())
    far.on('error', () => {}).on('close', () => near.destroy())
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  t.after(() => proxy.close())
  const address = proxy.address()
  const url = new URL(databaseUrl)
  url.host = `127.0.0.1:${typeof address === 'object' && address?.port}`
  return {
    url: url.href,
    cut() {
      for (const socket of sockets) socket.resetAndDestroy()
    },
  }
}
