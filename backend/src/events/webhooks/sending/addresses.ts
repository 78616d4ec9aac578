import { BlockList, isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Ranges that count as public for the library and lead, or may lead, into a private network. */
const HIDDEN = new BlockList();
// IPv4 in IPv6, site-local, and the local prefix of NAT64 (RFC 8215)
HIDDEN.addSubnet('::', 96, 'ipv6');
HIDDEN.addSubnet('fec0::', 10, 'ipv6');
HIDDEN.addSubnet('64:ff9b:1::', 48, 'ipv6');

/** Whether an IP address can be reached from anywhere: neither private, loopback, link-local, multicast nor one of IPv4 in IPv6. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 0) return false;
  if (family === 6 && HIDDEN.check(address, 'ipv6')) return false;
  return ipaddr.parse(address).range() === 'unicast';
}

/** Ports that browsers refuse too are other services': mail, files, directories. */
const LOWEST_PORT = 1_024;
const LOW_PORTS = new Set(['', '80', '443']);

/**
 * What is wrong with the address of an endpoint, as far as its text tells; undefined when nothing is. Where its name leads is
 * checked when the shop connects.
 *
 * @param allowPrivate whether it may be in a private network, and without TLS
 */
export function urlProblem(text: string, allowPrivate: boolean): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:'))
    return 'Enter a URL, as https://example.com/events.';
  if (url.protocol === 'http:' && !allowPrivate) return 'Enter a URL that begins with https://.';
  if (url.username !== '' || url.password !== '') return 'Enter a URL without a user name and password.';
  if (url.hash !== '') return 'Enter a URL without a #.';
  if (!LOW_PORTS.has(url.port) && Number(url.port) < LOWEST_PORT)
    return 'Enter the port 443, or one from 1024.';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (!allowPrivate && isIP(host) !== 0 && !isPublicAddress(host)) return PRIVATE;
  return undefined;
}

export const PRIVATE = 'This is a private address; the shop sends events to public ones only.';
