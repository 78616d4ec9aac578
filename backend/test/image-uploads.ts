import sharp from 'sharp';

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
