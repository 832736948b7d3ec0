import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { it, type TestContext } from 'node:test'
import { createHttpServer } from './create-http-server.ts'

const REQUEST = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'

async function listen(t: TestContext, server: ReturnType<typeof createHttpServer>) {
  server.listen(0, '127.0.0.1')
  t.after(() => server.closeAllConnections())
  t.after(() => server.close())
  await once(server, 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  await once(socket, 'connect')
  return socket
}

it('a connection with too many requests in progress is closed', async (t) => {
  let started = 0
  const socket = await listen(
    t,
    createHttpServer(() => started++),
  )
  socket.write(REQUEST.repeat(1000))
  await once(socket, 'close')
  assert.ok(started > 0 && started <= 4, `${started} were started`)
})

it('a connection may send any number of requests one after the other', async (t) => {
  const socket = await listen(
    t,
    createHttpServer((_request, response) => response.end('done')),
  )
  for (let sent = 0; sent < 20; sent++) {
    socket.write(REQUEST)
    const [response] = await once(socket, 'data')
    assert.match(String(response), /200 OK/)
  }
})
