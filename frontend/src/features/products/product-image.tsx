import { useState } from 'react';
import { preload } from 'react-dom';

export interface ProductImageProps {
  src: string;
  alt: string;
  /** The `sizes` attribute: how wide the image is shown. */
  sizes?: string;
  /** Above the fold: fetched at once. */
  eager?: boolean;
  /** The first image of the page: fetched before all else. */
  first?: boolean;
  className?: string;
}

/** The image of a product on its own page. */
export const SHEET_IMAGE_SIZES = '(min-width: 60rem) 40rem, 100vw';

/** The widths of the smaller forms of an image. */
const WIDTHS = [480, 960];

/** The path of a smaller form: of an image in the shop's catalogue, or of one that was uploaded. Others have none. */
function smallerOf(src: string): ((width: number, format: string) => string) | undefined {
  const own = /^(\/products\/[\w-]+)\.webp$/.exec(src)?.[1];
  if (own) return (width, format) => `${own}-${width}.${format}`;
  if (/^\/api\/images\/[0-9a-f]{24}$/.test(src)) return (width, format) => `${src}/${width}.${format}`;
  return undefined;
}

/** The `srcset` of an image in a format. */
export function imageSources(src: string, format: 'avif' | 'webp'): string | undefined {
  const smaller = smallerOf(src);
  return smaller && WIDTHS.map((width) => `${smaller(width, format)} ${width}w`).join(', ');
}

/** Fetches the first image of a page before all else, and only where the browser takes the format. */
export function preloadImage(src: string, sizes: string): void {
  const avif = imageSources(src, 'avif');
  if (avif)
    preload(src, {
      as: 'image',
      imageSrcSet: avif,
      imageSizes: sizes,
      type: 'image/avif',
      fetchPriority: 'high',
    });
}

export function ProductImage({
  src,
  alt,
  sizes = '(min-width: 64rem) 24rem, 100vw',
  eager,
  first,
  className = '',
}: ProductImageProps) {
  const [broken, setBroken] = useState<string>();
  if (!src || broken === src)
    return (
      <span className={`product-image product-image--missing ${className}`} role="img" aria-label={alt}>
        No image
      </span>
    );
  const avif = imageSources(src, 'avif');
  // before the page's style and script
  if (first) preloadImage(src, sizes);
  return (
    <picture className={`product-image ${className}`}>
      {avif && <source type="image/avif" srcSet={avif} sizes={sizes} />}
      {avif && <source type="image/webp" srcSet={imageSources(src, 'webp')} sizes={sizes} />}
      <img
        src={src}
        alt={alt}
        width={960}
        height={960}
        loading={eager || first ? 'eager' : 'lazy'}
        fetchPriority={first ? 'high' : 'auto'}
        decoding="async"
        onError={() => setBroken(src)}
      />
    </picture>
  );
}
