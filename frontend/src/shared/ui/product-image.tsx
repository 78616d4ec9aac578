import { useState } from 'react';

interface ProductImageProps {
  src: string;
  alt: string;
  /** The `sizes` attribute: how wide the image is shown. */
  sizes?: string;
  /** Above the fold: fetched at once and first. */
  eager?: boolean;
  className?: string;
}

/** Our own product images have two AVIF sizes beside the WebP one. */
const OWN = /^(\/products\/[\w-]+)\.webp$/;

export function ProductImage({
  src,
  alt,
  sizes = '(min-width: 64rem) 24rem, 100vw',
  eager,
  className = '',
}: ProductImageProps) {
  const [broken, setBroken] = useState<string>();
  if (!src || broken === src)
    return (
      <span className={`product-image product-image--missing ${className}`} role="img" aria-label={alt}>
        No image
      </span>
    );
  const own = OWN.exec(src)?.[1];
  return (
    <picture className={`product-image ${className}`}>
      {own && (
        <source type="image/avif" srcSet={`${own}-480.avif 480w, ${own}-960.avif 960w`} sizes={sizes} />
      )}
      <img
        src={src}
        alt={alt}
        width={960}
        height={960}
        loading={eager ? 'eager' : 'lazy'}
        fetchPriority={eager ? 'high' : 'auto'}
        decoding="async"
        onError={() => setBroken(src)}
      />
    </picture>
  );
}
