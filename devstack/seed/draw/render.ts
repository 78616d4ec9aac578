import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';

export const PUBLIC = fileURLToPath(new URL('../../../frontend/public/', import.meta.url));

export const folder = async (name: string): Promise<string> => {
  const path = `${PUBLIC}${name}`;
  await mkdir(path, { recursive: true });
  return path;
};

/** Rasterises an svg once at twice the wanted width and gives a sharp pipeline of that width. */
export const raster = async (svg: string, width: number): Promise<Buffer> =>
  sharp(Buffer.from(svg), { density: 144 }).resize({ width }).removeAlpha().png().toBuffer();

export const saveAvif = async (png: Buffer, file: string, width: number, quality = 50): Promise<void> => {
  await sharp(png).resize({ width }).avif({ quality, effort: 4, chromaSubsampling: '4:2:0' }).toFile(file);
};

export const saveWebp = async (png: Buffer, file: string, width: number, quality = 72): Promise<void> => {
  await sharp(png).resize({ width }).webp({ quality, effort: 5, smartSubsample: true }).toFile(file);
};
