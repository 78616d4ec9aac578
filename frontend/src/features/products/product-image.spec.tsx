import { describe, expect, it } from 'vitest';
import { renderToString } from 'react-dom/server';
import { ProductImage } from './product-image';

const ID = '665f1c2ab8d4e1a2b3c4d5e6';
const render = (src: string, first = false) =>
  renderToString(
    <html lang="en">
      <head />
      <body>
        <ProductImage src={src} alt="Fan" sizes="50vw" first={first} />
      </body>
    </html>,
  );

describe('ProductImage', () => {
  it.each([
    ['/products/fan.webp', '/products/fan-480.', '/products/fan-960.'],
    [`/api/images/${ID}`, `/api/images/${ID}/480.`, `/api/images/${ID}/960.`],
  ])('shows %s in the size that is needed, as AVIF or WebP', (src, small, large) => {
    const html = render(src);
    for (const format of ['avif', 'webp'])
      expect(html).toContain(
        `<source type="image/${format}" srcSet="${small}${format} 480w, ${large}${format} 960w" sizes="50vw"/>`,
      );
    expect(html).toContain(`src="${src}"`);
    expect(html).toContain('loading="lazy"');
  });

  it('shows an image of another origin as it is', () => {
    expect(render('https://images.example/fan.png')).not.toContain('<source');
    expect(render('https://images.example/fan.png', true)).not.toContain('rel="preload"');
  });

  it('has the first image of a page fetched before all else, in the format that most browsers take', () => {
    const [head = ''] = render('/products/fan.webp', true).split('</head>');
    expect(head).toContain('<link rel="preload" as="image" type="image/avif"');
    expect(head).toContain('imageSrcSet="/products/fan-480.avif 480w, /products/fan-960.avif 960w"');
    expect(head).toContain('imageSizes="50vw"');
    expect(head).toContain('fetchPriority="high"');
    expect(render('/products/fan.webp')).not.toContain('rel="preload"');
  });
});
