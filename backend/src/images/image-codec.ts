import type { Metadata } from 'sharp';
import { DomainError, InvalidInput } from '../common/errors.js';

/** The longest side of a stored picture, in pixels. */
export const MAX_SIDE = 2_000;

/** The kinds that are decoded. SVG could carry scripts, and the others serve no shop. */
const KINDS = ['jpeg', 'png', 'webp', 'avif'];

class NotAPicture extends DomainError {
  constructor(detail = 'Only JPEG, PNG, WebP and AVIF pictures are accepted, and no animations.') {
    super(415, 'unsupported-picture', 'Unsupported media type', detail);
  }
}

class PictureTooLarge extends DomainError {
  constructor(maxPixels: number) {
    super(
      413,
      'picture-too-large',
      'Too large',
      `A picture has at most ${Math.floor(maxPixels / 1_000_000)} megapixels.`,
    );
  }
}

/** The decoder, loaded with the first upload: it is large, and most processes never see a picture. */
async function loadDecoder() {
  const { default: sharp } = await import('sharp');
  // One picture at a time on one thread: uploads are rare, and the server has others to answer.
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
}

/** What the first bytes say, whatever the upload's name and declared type say. */
function sniff(content: Buffer): string | undefined {
  if (content.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'jpeg';
  if (content.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])))
    return 'png';
  if (content.toString('latin1', 0, 4) === 'RIFF' && content.toString('latin1', 8, 12) === 'WEBP')
    return 'webp';
  if (content.toString('latin1', 4, 8) === 'ftyp' && /^avi[fs]$/.test(content.toString('latin1', 8, 12)))
    return 'avif';
  return undefined;
}

/** An animated PNG says so in a chunk before its first picture; its decoder would quietly take the first one. */
const isAnimatedPng = (content: Buffer): boolean => {
  const firstPicture = content.indexOf('IDAT');
  const control = content.indexOf('acTL');
  return control !== -1 && (firstPicture === -1 || control < firstPicture);
};

/**
 * Decodes a picture and encodes it anew as WebP, turned upright, without its metadata, at most `MAX_SIDE` pixels long.
 * Kind and size are judged from the head, before anything is decoded.
 *
 * @throws DomainError 415 for what is no still picture of a known kind, 413 for too many pixels, 400 for a damaged one
 */
export async function encodePicture(content: Buffer, maxPixels: number): Promise<Buffer> {
  const kind = sniff(content);
  if (!kind || !KINDS.includes(kind) || (kind === 'png' && isAnimatedPng(content))) throw new NotAPicture();
  const sharp = await loadDecoder();
  let head: Metadata;
  try {
    head = await sharp(content, { limitInputPixels: false }).metadata();
  } catch {
    throw new NotAPicture('The picture cannot be read.');
  }
  if ((head.pages ?? 1) > 1) throw new NotAPicture();
  if (head.width * head.height > maxPixels) throw new PictureTooLarge(maxPixels);
  try {
    return await sharp(content, { limitInputPixels: maxPixels, failOn: 'truncated' })
      .autoOrient()
      .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 82 })
      .toBuffer();
  } catch {
    throw new InvalidInput({ image: 'The picture is damaged or incomplete' });
  }
}
