import { type LookupAddress, lookup } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { XenolithError } from '@xenolith/core'

/** Addresses of machines and networks of one's own, which a hook must not reach unless it was allowed; others stand for such by rule. */
const own = new BlockList()
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  own.addSubnet(net, bits, 'ipv4')
for (const [net, bits] of [
  // Loopback, and IPv4 written as IPv6 in the old way.
  ['::', 96],
  // Ways from IPv6 to IPv4: translated addresses, NAT64, Teredo, 6to4.
  ['::ffff:0:0:0', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['2001::', 32],
  ['2002::', 16],
  ['100::', 64],
  ['2001:db8::', 32],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const)
  own.addSubnet(net, bits, 'ipv6')

/**
 * IPv4 inside IPv6 (::ffff:10.0.0.1) is looked at as IPv4.
 *
 * @example
 * ```ts
 * isPrivateAddress('10.1.2.3') // => true
 * isPrivateAddress('::ffff:10.1.2.3') // => true
 * isPrivateAddress('8.8.8.8') // => false
 * ```
 */
export function isPrivateAddress(address: string): boolean {
  return own.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}

type Resolve = (
  host: string,
  options: { all: true },
  done: (error: Error | null, addresses: LookupAddress[]) => void,
) => void

/**
 * Looks a name up for a connection, and refuses one that leads to a private address: what was looked at is what is connected to.
 *
 * @example
 * ```ts
 * const lookup = publicLookup((_, __, done) => done(null, [{ address: '10.1.2.3', family: 4 }]))
 * const error = await new Promise<unknown>((resolve) => lookup('inside.example', {}, resolve))
 * String(error) // => "XenolithError: the hook's host inside.example is a private address"
 * ```
 */
export function publicLookup(resolve: Resolve = lookup): LookupFunction {
  return (host, options, done) => {
    resolve(host, { all: true }, (error, addresses) => {
      if (error !== null) return done(error, [])
      if (addresses.length === 0 || addresses.some(({ address }) => isPrivateAddress(address)))
        return done(privateHost(host), [])
      if (options.all) return done(null, addresses)
      done(null, addresses[0].address, addresses[0].family)
    })
  }
}

function privateHost(host: string): XenolithError {
  return new XenolithError('forbidden', `the hook's host ${host} is a private address`)
}

/** Refuses addresses that no event may be sent to. */
export async function checkHookUrl(text: string, allowPrivate: boolean): Promise<void> {
  let url: URL
  try {
    url = new URL(text)
  } catch {
    throw new XenolithError('bad-request', `the hook's address is not a URL: ${text}`)
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw new XenolithError('bad-request', `a hook goes to http or https, not ${url.protocol}`)
  }
  if (url.username !== '' || url.password !== '')
    throw new XenolithError('bad-request', 'a hook has no password in its address')
  if (allowPrivate) return
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) !== 0) {
    if (isPrivateAddress(host)) throw privateHost(host)
    return
  }
  await new Promise<void>((resolve, reject) => {
    publicLookup()(host, { all: true }, (error) => {
      if (error === null) resolve()
      else if (error instanceof XenolithError) reject(error)
      else reject(new XenolithError('bad-request', `the hook's host ${host} is not known`))
    })
  })
}
