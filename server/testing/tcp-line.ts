import { connect, createServer, type Socket } from 'node:net'
import type { TestContext } from 'node:test'

interface Piece {
  readonly bytes: Buffer
  readonly to: 'database' | 'server'
}

/** A line to a database that a test can cut, have hold what is asked, or let lose what `passes` does not like. */
export async function lineTo(t: TestContext, databaseUrl: string, passes = (_piece: Piece) => true) {
  const { hostname, port } = new URL(databaseUrl)
  const sockets: Socket[] = []
  const held: (() => void)[] = []
  let holds = (_bytes: Buffer) => false
  const line = createServer((near) => {
    const far = connect(Number(port), hostname)
    sockets.push(near)
    near.on('data', (bytes: Buffer) => {
      if (!passes({ bytes, to: 'database' })) return
      if (holds(bytes)) held.push(() => far.write(bytes))
      else far.write(bytes)
    })
    far.on('data', (bytes: Buffer) => passes({ bytes, to: 'server' }) && near.write(bytes))
    near.on('error', () => {}).on('close', () => far.destroy())
    far.on('error', () => {}).on('close', () => near.destroy())
  })
  await new Promise<void>((resolve) => line.listen(0, '127.0.0.1', resolve))
  t.after(() => line.close())
  const address = line.address()
  const url = new URL(databaseUrl)
  url.host = `127.0.0.1:${typeof address === 'object' && address?.port}`
  return {
    url: url.href,
    held,
    /** Lets go of what it held, and holds from now on what names one of these. */
    hold(...names: readonly string[]) {
      holds = (bytes) => names.some((name) => bytes.includes(name))
      for (const write of held.splice(0)) write()
    },
    cut() {
      for (const socket of sockets) socket.resetAndDestroy()
    },
  }
}
