import { expect } from 'vitest';
import sharp from 'sharp';
import type { Shop } from './harness.js';

/** A small image. */
export const image = () => sharp({ create: { width: 60, height: 40, channels: 3, background: '#36c' } });

/** A form with a file, whose name and declared type are wrong unless given. */
export function formOf(
  content: Buffer,
  field = 'image',
  name = '../../etc/passwd.svg',
  type = 'image/svg+xml',
): FormData {
  const form = new FormData();
  form.set(field, new Blob([new Uint8Array(content)], { type }), name);
  return form;
}

/** A smaller form of an image, once it has been made. */
export async function variantOf(shop: Shop, url: string, name: string): Promise<Response> {
  for (;;) {
    const response = await fetch(`${shop.url}${url}/${name}`);
    if (response.headers.get('cache-control')?.includes('immutable')) return response;
    expect(response.status).toBe(200);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
