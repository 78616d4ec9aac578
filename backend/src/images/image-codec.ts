import type { Metadata } from 'sharp';
import { DomainError, InvalidInput } from '../common/errors.js';
import type { Variant } from './image-variants.js';

/** The longest side of a stored image, in pixels. */
export const MAX_SIDE = 2_000;

/** The longest side of an uploaded image, in pixels: of a very wide one a few lines take more than a gigabyte. */
const MAX_INPUT_SIDE = 12_000;

/** The most that a decoder may hold of an image at once, in bytes. */
const MAX_DECODED_BYTES = 128 * 1024 * 1024;
/** A decoder that has not finished by then is stopped. */
const TIMEOUT_SECONDS = 15;

/** The formats that are accepted, by libvips' names of their decoders. SVG could carry scripts; others serve no shop. */
const DECODERS = ['Jpeg', 'Png', 'Webp', 'Heif'].map((name) => `VipsForeignLoad${name}`);

class UnsupportedImage extends DomainError {
  constructor(detail = 'Only JPEG, PNG, WebP and AVIF images are accepted, and no animations.') {
    super(415, 'unsupported-image', 'Unsupported media type', detail);
  }
}

class ImageTooLarge extends DomainError {
  constructor(detail: string) {
    super(413, 'image-too-large', 'Too large', detail);
  }
}

/** sharp, loaded with the first upload: it is large, and most processes never see an image. */
async function loadSharp() {
  const { default: sharp } = await import('sharp');
  sharp.concurrency(1);
  sharp.cache(false);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: DECODERS });
  return sharp;
}

/** An animated PNG has an `acTL` chunk before its first image data; libvips ignores it and reads the first frame. */
const isAnimatedPng = (content: Buffer): boolean => {
  const control = content.indexOf('acTL');
  return control !== -1 && control < content.indexOf('IDAT');
};

/**
 * About how many bytes the decoder holds at once, as measured with libvips 8.18: other images than these are decoded
 * line by line.
 */
function decodedBytes({ format, width, height, channels, depth, isProgressive }: Metadata): number {
  const pixels = width * height;
  if (format === 'heif') return pixels * 18;
  if (isProgressive) return pixels * channels * (depth === 'ushort' ? 4 : 2.2);
  return format === 'webp' ? pixels * 3 : 0;
}

function checkMetadata(metadata: Metadata, content: Buffer, maxPixels: number): void {
  const { format, compression, pages = 1, width, height } = metadata;
  if (format === 'heif' && compression !== 'av1') throw new UnsupportedImage();
  if (pages > 1 || (format === 'png' && isAnimatedPng(content))) throw new UnsupportedImage();
  if (width * height > maxPixels)
    throw new ImageTooLarge(`An image has at most ${Math.floor(maxPixels / 1_000_000)} megapixels.`);
  if (Math.max(width, height) > MAX_INPUT_SIDE)
    throw new ImageTooLarge(`An image has at most ${MAX_INPUT_SIDE} pixels a side.`);
  if (decodedBytes(metadata) > MAX_DECODED_BYTES)
    throw new ImageTooLarge(
      'The image takes too much memory; save it smaller, or not as AVIF or progressive.',
    );
}

/**
 * Decodes an image and encodes it as WebP, upright, without its metadata, at most `MAX_SIDE` pixels long. Format and size
 * are checked before anything is decoded.
 *
 * @throws DomainError 415 for anything but a still image of an accepted format, 413 for one that takes too many pixels,
 *   memory or time, 400 for a damaged one
 */
export async function encodeImage(content: Buffer, maxPixels: number): Promise<Buffer> {
  const sharp = await loadSharp();
  let metadata: Metadata;
  try {
    metadata = await sharp(content, { limitInputPixels: false }).metadata();
  } catch {
    throw new UnsupportedImage();
  }
  checkMetadata(metadata, content, maxPixels);
  try {
    return await sharp(content, { limitInputPixels: maxPixels, failOn: 'truncated' })
      .timeout({ seconds: TIMEOUT_SECONDS })
      .autoOrient()
      .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 82 })
      .toBuffer();
  } catch (error) {
    if (/timeout/i.test((error as Error).message))
      throw new ImageTooLarge('The image takes too long to decode; save it smaller.');
    throw new InvalidInput({ image: 'The image is damaged or incomplete' });
  }
}

/** At 50 an image looks as WebP does at 82. The effort is that of libheif: more takes seconds for a few bytes less. */
const AVIF = { quality: 50, effort: 2 };

/** A smaller form of a stored image: one that `encodeImage` has made, and so of a size that is safe to decode. */
export async function encodeVariant(image: Buffer, { side, format }: Variant): Promise<Buffer> {
  const sharp = await loadSharp();
  const resized = sharp(image)
    .timeout({ seconds: TIMEOUT_SECONDS })
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true });
  return (format === 'avif' ? resized.avif(AVIF) : resized.webp({ quality: 80 })).toBuffer();
}
