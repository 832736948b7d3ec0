import { lookup } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/**
 * Networks outside the public internet, from IANA's registries of special-purpose addresses (RFC 6890), and tunnels into
 * them.
 */
const PRIVATE = {
  ipv4: [
    '0.0.0.0/8',
    '10.0.0.0/8',
    '100.64.0.0/10',
    '127.0.0.0/8',
    '169.254.0.0/16',
    '172.16.0.0/12',
    '192.0.0.0/24',
    '192.0.2.0/24',
    '192.88.99.0/24',
    '192.168.0.0/16',
    '198.18.0.0/15',
    '198.51.100.0/24',
    '203.0.113.0/24',
    '224.0.0.0/3',
  ],
  ipv6: [
    '::/96',
    '64:ff9b::/96',
    '64:ff9b:1::/48',
    '100::/64',
    '100:0:0:1::/64',
    // Teredo (2001::/32), and addresses for protocols and tests.
    '2001::/23',
    '2001:db8::/32',
    '2002::/16',
    '3fff::/20',
    '5f00::/16',
    'fc00::/7',
    'fe80::/10',
    'fec0::/10',
    'ff00::/8',
  ],
} as const

const privateNetworks = new BlockList()
for (const family of ['ipv4', 'ipv6'] as const)
  for (const network of PRIVATE[family]) {
    const [address = '', bits] = network.split('/')
    privateNetworks.addSubnet(address, Number(bits), family)
  }

/** Also thrown for an unknown name, so that no one can find out which names a private network has. */
export class PrivateAddressError extends Error {
  constructor() {
    super('The host is unknown or in a private network, which requires WEBHOOK_ALLOW_PRIVATE')
  }
}

/** True for an IPv4 or IPv6 address that is not on the public internet. */
export const isPrivateAddress = (address: string): boolean =>
  privateNetworks.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')

/** True if the host of a URL is a private IP address. A name is checked when it is resolved. */
export function isPrivateHost(hostname: string): boolean {
  const address = hostname.replace(/^\[|\]$/g, '')
  return isIP(address) !== 0 && isPrivateAddress(address)
}

/**
 * Resolves a name for a connection, and refuses one that is unknown or has a private address. It runs for every
 * connection, so a name cannot be changed after the check.
 */
export const lookupPublic: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error || addresses.some(({ address }) => isPrivateAddress(address)))
      return callback(new PrivateAddressError(), [])
    const [first] = addresses
    if (options.all || !first) return callback(null, addresses)
    callback(null, first.address, first.family)
  })
}
