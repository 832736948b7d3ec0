import { createServer, type RequestListener, type Server } from 'node:http'
import type { Socket } from 'node:net'

/** Browsers and proxies send a request only after the response to the previous one. */
const MAX_IN_PROGRESS = 4

/** Limits for slow clients: headers, whole request, pause between two requests. */
const timeouts = {
  headersTimeout: 10_000,
  connectionsCheckingInterval: 2000,
  requestTimeout: 15_000,
  keepAliveTimeout: 72_000,
}
const SILENCE_TIMEOUT_MS = 60_000
/** Larger than the headers of a typical request. */
const PIECE_BYTES = 2048

/**
 * Node's web server with time limits. It closes connections with too many requests in progress, because each response
 * holds a buffer and maybe an open file, so clients that pipeline requests and never read could exhaust the memory.
 */
export function createHttpServer(handle: RequestListener): Server {
  const inProgress = new WeakMap<Socket, number>()
  const server = createServer(timeouts, (request, response) => {
    const { socket } = request
    const before = inProgress.get(socket) ?? 0
    if (before === MAX_IN_PROGRESS) {
      socket.destroy()
      return
    }
    inProgress.set(socket, before + 1)
    response.once('close', () => inProgress.set(socket, (inProgress.get(socket) ?? 1) - 1))
    handle(request, response)
  })
  server.on('connection', parseInPieces)
  server.setTimeout(SILENCE_TIMEOUT_MS)
  return server
}

/**
 * Node parses everything that one read of a socket returns, up to 64 kB, even after the connection is destroyed. With
 * smaller pieces, a flood of pipelined requests only costs the first piece.
 */
function parseInPieces(socket: Socket) {
  const [parse] = socket.listeners('data')
  if (!parse) return
  socket.removeAllListeners('data')
  socket.on('data', (chunk: Buffer<ArrayBuffer>) => {
    for (let start = 0; start < chunk.length && !socket.destroyed; start += PIECE_BYTES) {
      // Node pauses a socket that does not read its responses.
      if (socket.isPaused()) return void socket.unshift(chunk.subarray(start))
      parse.call(socket, chunk.subarray(start, start + PIECE_BYTES))
    }
  })
}
