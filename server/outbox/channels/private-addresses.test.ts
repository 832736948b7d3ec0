import assert from 'node:assert/strict'
import { it } from 'node:test'
import { isPrivateAddress, isPrivateHost } from './private-addresses.ts'

const PRIVATE = `
  0.0.0.0 10.1.2.3 100.64.0.1 127.0.0.1 169.254.169.254 172.31.255.255 192.0.2.1 192.88.99.1
  192.168.1.1 198.51.100.1 203.0.113.1 224.0.0.1 255.255.255.255 :: ::1 ::ffff:10.0.0.1 ::ffff:7f00:1
  64:ff9b::a00:1 ::10.0.0.1 100::1 100:0:0:1::1 2001:0:4136:e378::1 2001:2::1 2001:1ff:ffff::1
  2001:db8::1 2002:a00:1:: 3fff:fff::1 5f00::1 fd12:3456::1 fe80::1 ff02::1`

const PUBLIC = `
  1.1.1.1 172.32.0.1 192.169.0.1 223.255.255.255 192.0.3.1 2001:200::1 2001:4860:4860::8888
  2606:4700::1111 3fff:1000::1 ::ffff:1.1.1.1`

it('private and public addresses are recognized', () => {
  for (const address of PRIVATE.trim().split(/\s+/)) assert.equal(isPrivateAddress(address), true, address)
  for (const address of PUBLIC.trim().split(/\s+/)) assert.equal(isPrivateAddress(address), false, address)
})

it('a private address is found however its URL spells it', () => {
  for (const address of ['2130706433', '0x7f.1', '127.1', '[::ffff:127.0.0.1]', '[::1]', '0', '017700000001'])
    assert.equal(isPrivateHost(new URL(`https://${address}/`).hostname), true, address)
  for (const address of ['1.1.1.1', 'localhost', 'crm.example'])
    assert.equal(isPrivateHost(new URL(`https://${address}/`).hostname), false, address)
})
