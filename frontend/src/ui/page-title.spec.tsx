import { describe, expect, it } from 'vitest';
import { renderToStaticMarkup } from 'react-dom/server';
import { excerpt, PageTitle, ShopOrigin } from './page-title';

const render = (page: Parameters<typeof PageTitle>[0], origin = 'https://shop.example') =>
  renderToStaticMarkup(
    <ShopOrigin value={origin}>
      <PageTitle {...page} />
    </ShopOrigin>,
  );

const PART = { title: 'Fan', description: 'A quiet fan.', canonical: '/parts/1' };

describe('PageTitle', () => {
  it('says what a page is, with absolute URLs', () => {
    const html = render({ ...PART, image: { src: '/products/fan.webp', alt: 'Fan' } });
    for (const element of [
      '<title>Fan · Rapid Manufacturer</title>',
      '<meta name="description" content="A quiet fan."/>',
      '<link rel="canonical" href="https://shop.example/parts/1"/>',
      '<meta property="og:title" content="Fan"/>',
      '<meta property="og:description" content="A quiet fan."/>',
      '<meta property="og:url" content="https://shop.example/parts/1"/>',
      '<meta property="og:image" content="https://shop.example/products/fan.webp"/>',
      '<meta name="twitter:card" content="summary_large_image"/>',
    ])
      expect(html).toContain(element);
    expect(html).not.toContain('robots');
  });

  it('keeps a page without a canonical path out of search engines', () => {
    const html = render({ title: 'Login' });
    expect(html).toContain('<meta name="robots" content="noindex"/>');
    expect(html).not.toMatch(/canonical|og:/);
  });

  it('leaves an image of another origin as it is', () => {
    const image = { src: 'https://images.example/fan.png', alt: 'Fan' };
    expect(render({ ...PART, image })).toContain('content="https://images.example/fan.png"');
    expect(render({ ...PART, image }, '')).toContain('content="https://images.example/fan.png"');
  });

  it('names no origin where none is configured', () => {
    const html = render(PART, '');
    expect(html).toContain('<link rel="canonical" href="/parts/1"/>');
    expect(html).not.toMatch(/og:(url|image)/);
  });

  it('lets no text of a page end its script element', () => {
    const name = '</script><script>alert(1)</script><!-- ';
    const html = render({ ...PART, jsonLd: [{ '@type': 'Product', name }] });
    const data = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html)?.[1] ?? '';
    expect(data).not.toContain('<');
    expect(JSON.parse(data)).toEqual({
      '@context': 'https://schema.org',
      '@graph': [{ '@type': 'Product', name }],
    });
    expect(html.match(/<script/g)).toHaveLength(1);
  });
});

describe('excerpt', () => {
  it.each([
    ['Short.', 'Short.'],
    ['Two\n  lines', 'Two lines'],
    ['one two three four', 'one two…'],
    ['one two, three four', 'one two…'],
    ['seven more words', 'seven more…'],
    ['onetwothreefour', 'onetwothre…'],
  ])('%j becomes %j', (text, expected) => expect(excerpt(text, 10)).toBe(expected));
});
