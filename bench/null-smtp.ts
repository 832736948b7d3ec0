import { createServer, type Socket } from 'node:net'

/** A minimal SMTP server that accepts and discards everything. It supports pipelining. */
const [port = '0'] = process.argv.slice(2)

createServer((socket) => {
  socket.setNoDelay(true)
  socket.on('error', () => socket.destroy())
  socket.write('220 null\r\n')
  reply(socket)
}).listen(Number(port), '127.0.0.1')

function reply(socket: Socket) {
  let isMessage = false
  let rest = ''
  socket.on('data', (bytes) => {
    rest += bytes.toString('latin1')
    while (true) {
      const end = rest.indexOf(isMessage ? '\r\n.\r\n' : '\r\n')
      if (end < 0) return
      const line = rest.slice(0, end)
      rest = rest.slice(end + (isMessage ? 5 : 2))
      if (isMessage) {
        isMessage = false
        socket.write('250 accepted\r\n')
        continue
      }
      const [verb = ''] = line.toUpperCase().split(/[ :]/)
      isMessage = verb === 'DATA'
      socket.write(REPLIES[verb] ?? '250 ok\r\n')
      if (verb === 'QUIT') socket.end()
    }
  })
}

const REPLIES: Readonly<Record<string, string>> = {
  EHLO: '250-null\r\n250 PIPELINING\r\n',
  DATA: '354 go ahead\r\n',
  QUIT: '221 bye\r\n',
}
