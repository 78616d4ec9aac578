import { isIP } from 'node:net';

/** Whether it is an http(s) origin: scheme and host, with no more after them than a slash. */
export const isOrigin = (text: string): boolean => {
  if (text === '') return true;
  if (!URL.canParse(text)) return false;
  const { protocol, href, origin } = new URL(text);
  return /^https?:$/.test(protocol) && href === `${origin}/`;
};

const RANGES = ['loopback', 'linklocal', 'uniquelocal'];
const isRange = (text: string): boolean => {
  const [address = '', bits = '1'] = text.split('/', 2);
  return (
    RANGES.includes(text) ||
    // a network of everybody would be as good as true
    (isIP(address) > 0 && /^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (isIP(address) === 4 ? 32 : 128))
  );
};
/** Whether it is a value of Fastify's `trustProxy`: off, a number of proxies, or their addresses and networks. */
export const isProxyTrust = (text: string): boolean =>
  /^(|false|\d{1,2})$/.test(text) || text.split(',').every((part) => isRange(part.trim()));
