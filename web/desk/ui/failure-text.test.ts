import assert from 'node:assert/strict'
import { it } from 'node:test'
import { failureText } from './failure-text.ts'

it('raw errors of the network, mail servers, files and receivers are explained', () => {
  for (const [raw, text] of Object.entries({
    'SMTP EDNS getaddrinfo ENOTFOUND mail.example': 'The name of the server was not found.',
    'connect ECONNREFUSED 127.0.0.1:587': 'The server refused the connection.',
    'DEPTH_ZERO_SELF_SIGNED_CERT: self-signed certificate': 'The server has no valid TLS certificate.',
    'SMTP EAUTH Invalid login: 535 5.7.8': 'The mail server did not accept the user name or the password.',
    'SMTP EENVELOPE all recipients were rejected: 550 5.1.1': 'The mail server refused the address.',
    'SMTP EMESSAGE Message failed: 552 5.2.2 over quota': 'The mailbox is full.',
    'No answer in time': 'The server did not respond in time.',
    'ECONNRESET: socket hang up': 'The connection was interrupted.',
    'EEXIST: file already exists, mkdir': 'The file could not be written.',
    'Answered 204': 'The receiver accepted the message.',
    'Answered 301: redirects are not followed':
      'The receiver redirects to another address. Redirects are not followed.',
    'Answered 500': 'The receiver reported an error of its own.',
    'Firestore responded with 403 PERMISSION_DENIED': 'The service refused access.',
    'something else': '',
  }))
    assert.equal(failureText(raw), text, raw)
})
