import { DependencyDown } from '../common/errors.js';

const UPLOAD_URL = 'https://api.imgbb.com/1/upload';
const TIMEOUT_MS = 20_000;

/**
 * Uploads an image to imgbb and returns its URL.
 * @throws DependencyDown when it refuses, fails, or does not respond in time
 */
export async function uploadToImgbb(key: string, content: Buffer, url = UPLOAD_URL): Promise<string> {
  const form = new FormData();
  form.set('key', key);
  form.set('image', new Blob([new Uint8Array(content)], { type: 'image/webp' }), 'image.webp');
  try {
    const response = await fetch(url, {
      method: 'POST',
      body: form,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const { success, data } = (await response.json()) as { success?: unknown; data?: { url?: unknown } };
    if (response.ok && success === true && typeof data?.url === 'string' && data.url.startsWith('https://'))
      return data.url;
  } catch {
    // treated as a refusal: the image is not there
  }
  throw new DependencyDown('The image host');
}
