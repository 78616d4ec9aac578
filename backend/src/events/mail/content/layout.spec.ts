import { HtmlValidate } from 'html-validate';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { MAIL_KINDS } from '../mail-kinds.js';
import type { Block } from './blocks.js';
import { renderMail } from './layout.js';
import { shopLink, trackingLink } from './links.js';
import { PLAIN, sampleMail, SHOP, type Typed } from './samples.fixture.js';

const ROUTES = readFileSync(new URL('../../../../../frontend/src/routes.ts', import.meta.url), 'utf8');
/** Every page of the frontend, as a pattern. */
const PAGES = [...ROUTES.matchAll(/^ +(open|personal|signedIn|admins)\('([^'*]+)'/gm)].map(
  ([, how, path = '']) =>
    new RegExp(`^${(how === 'admins' ? '/dashboard/' : '') + path.replaceAll(/:\w+/g, '[^/]+')}$`),
);

const linksOf = (html: string): URL[] =>
  [...html.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => new URL(href.replaceAll('&amp;', '&')));

const validator = new HtmlValidate({
  extends: ['html-validate:standard'],
  rules: { 'no-inline-style': 'off' },
});

/** The texts that a block shows. */
function textsOf(block: Block): string[] {
  if ('text' in block) return [block.text];
  if ('note' in block) return [block.note];
  if ('lines' in block) return block.lines.flatMap(({ name, detail, amount = '' }) => [name, detail, amount]);
  if ('totals' in block) return block.totals.flatMap(({ label, amount }) => [label, amount]);
  if ('facts' in block) return [block.facts.title, ...block.facts.lines];
  return [block.button.label];
}

describe.each(MAIL_KINDS)('%s', (kind) => {
  const content = sampleMail(kind);
  const { subject, html, text } = renderMail(content);

  it('is valid HTML, without images or anything that is fetched', async () => {
    const { results } = await validator.validateString(html);
    expect(
      results.flatMap(({ messages }) => messages.map(({ ruleId, message }) => `${ruleId}: ${message}`)),
    ).toEqual([]);
    expect(html).not.toMatch(/<(img|link|script|iframe|object)|url\(|@import| src=/i);
  });

  it('leads to pages of the shop, and to the carrier of a shipment', () => {
    const links = linksOf(html);
    expect(links.length).toBeGreaterThan(0);
    for (const { origin, pathname, href } of links) {
      if (origin !== SHOP) expect(href).toBe(PLAIN.trackingUrl);
      else expect([href, PAGES.some((page) => page.test(pathname))]).toEqual([href, true]);
    }
  });

  it('says as plain text all that the HTML says', () => {
    const shown = html.replaceAll('&#39;', "'").replaceAll('&amp;', '&');
    const said = [content.heading, content.because, ...content.blocks.flatMap(textsOf)];
    for (const part of said) {
      expect(text).toContain(part);
      expect(shown).toContain(part);
    }
    for (const { href } of linksOf(html)) expect(text).toContain(href);
    expect(subject).toMatch(/\S/);
  });

  it('is readable where a mail program prefers dark', () => {
    expect(html).toContain('<meta name="color-scheme" content="light dark">');
    expect(html).toContain('@media (prefers-color-scheme: dark)');
  });
});

describe('what people typed', () => {
  const EVIL = '<script>alert(1)</script>"\'&\r\nBcc: victim@example.com\u2028{{heading}}{{{heading}}}';
  const typed: Typed = {
    product: EVIL,
    name: EVIL,
    carrier: EVIL,
    method: EVIL,
    trackingUrl: 'javascript:alert(1)',
  };

  it.each(MAIL_KINDS)('is text in %s, and no header, tag, template or link', (kind) => {
    const { subject, html } = renderMail(sampleMail(kind, typed));
    expect(subject).not.toMatch(/[\r\n\u2028]/);
    expect(html).not.toMatch(/<script|javascript:|Bcc: victim@example\.com$/im);
    expect(html).not.toContain('"\'');
    for (const { origin } of linksOf(html)) expect(origin).toBe(SHOP);
  });
});

describe('links', () => {
  it.each([
    '//evil.example/a',
    'https://evil.example/',
    'https://shop.example.evil.example/',
    'javascript:alert(1)',
  ])('of the shop never lead to %s', (path) => {
    expect(() => shopLink(SHOP, path)).toThrow('must not lead to');
  });

  it.each([
    ['https://www.ups.com/track?tracknum=1', 'https://www.ups.com/track?tracknum=1'],
    ['javascript:alert(1)', undefined],
    ['data:text/html,a', undefined],
    ['no address', undefined],
    [undefined, undefined],
  ])('of a carrier from %s are %s', (address, link) => {
    expect(trackingLink(address)).toBe(link);
  });
});
